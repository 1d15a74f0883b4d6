// A fuzzer's run: numbered inputs, each in a process that may end badly without the run ending with it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_FUZZ_FUZZ_RUN_H
#define WEFT_TESTS_FUZZ_FUZZ_RUN_H

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace weft::fuzz {

/// What came of one input, for the count at the end.
enum class Outcome { taken, refused, compilerCrashed };

using Random = std::mt19937_64;

inline uint64_t below(Random &random, uint64_t limit) { return limit == 0 ? 0 : random() % limit; }
inline bool oneIn(Random &random, uint64_t times) { return below(random, times) == 0; }
template <typename T> const T &anyOf(Random &random, const std::vector<T> &list) {
  return list[below(random, list.size())];
}

struct RunOptions {
  uint64_t seed = 1;   ///< of the first input; the others follow
  uint64_t count = 50; ///< 0: as long as minutes say
  uint64_t minutes = 0;
  uint64_t mostMegabytes = 0; ///< that a process may have in memory; 0 for no limit
  double mostSeconds = 0;     ///< of all its processors' time for one input; 0 for no limit
  uint64_t inputsPerChild = 500;
  std::string keep;   ///< a folder for inputs with a fault, or ""
  std::string corpus; ///< a folder with what inputs are made of
};

/// Reads --seed, --count, --minutes, --keep and --corpus; ends the process for anything else.
RunOptions readOptions(int argc, char **argv);

/// To be called before an input is tried, with what to keep of it where it is a fault.
using Keep = std::function<void(std::string_view bytes)>;

/// One input: everything follows from the random numbers.
using Input = std::function<Outcome(Random &random, const Keep &keep)>;

/// Runs all inputs in child processes. An input that ends its process, takes more than two minutes or takes the process
/// beyond its memory or its time is a fault and is printed with its seed. Returns the exit code: whether there was
/// none.
int runAll(const char *name, const RunOptions &options, const Input &input);

/// The contents of all files of a folder whose names end so, in the order of their names.
std::vector<std::string> readCorpus(const std::string &folder, const std::string &ending);

} // namespace weft::fuzz

#endif
