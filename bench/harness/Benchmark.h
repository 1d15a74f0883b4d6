// What a benchmark is: the same work as OpenCL kernels and as plain C++ with OpenMP.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_BENCH_HARNESS_BENCHMARK_H
#define WEFT_BENCH_HARNESS_BENCHMARK_H

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/Session.h"

namespace weft::bench {

/// Objects are used by one thread. `prepare` comes before `runDevice`; `compare` after both runs. A process that only
/// times the host never calls the other two, nor does one that times a library.
class Benchmark {
public:
  virtual ~Benchmark() = default;
  /// The work in plain C++; what is timed for OpenMP.
  virtual void runHost() = 0;
  /// Buffers, program, kernels and their arguments. `source` is the text of the benchmark's .cl file.
  virtual void prepare(const host::Session &session, const std::string &source) = 0;
  /// Enqueues the work and waits for its end; what is timed for OpenCL. Can be called again and again.
  virtual void runDevice() = 0;
  /// Reads the device's results back. Says where they differ from the host's, or nothing.
  virtual std::string compare() = 0;
  /// The work by a call of the library that the entry names, as it is tuned for the CPU and with as many threads as
  /// OpenMP has. The first call may make plans and isn't timed.
  virtual void runLibrary() {}
  /// Says where the library's results differ from the host's, after both runs; or nothing.
  virtual std::string compareLibrary() { return {}; }

protected:
  const host::Session *session_ = nullptr;
};

struct Entry {
  std::string name;
  std::string kernelFile; ///< in bench/benchmarks
  std::function<std::unique_ptr<Benchmark>()> make;
  std::string library =
      {}; ///< that does the same work: a second reference beside the plain C++; "" where there is none
};

/// All benchmarks of the program, sorted by file and then as their file lists them.
const std::vector<Entry> &allBenchmarks();
/// The one with that name. Throws std::runtime_error where there is none.
const Entry &entryOf(const std::string &name);

/// A benchmark's file has one global object of this type: that is all it takes to add one.
class Registration {
public:
  Registration(const std::string &kernelFile, std::vector<Entry> entries);
};

/// Where the two first differ by more than `tolerance` (relative, or absolute below 1), as a sentence; or nothing.
template <typename T>
std::string firstDifference(const std::vector<T> &got, const std::vector<T> &expected, double tolerance = 0) {
  for (size_t i = 0; i < expected.size(); ++i) {
    const double wanted = static_cast<double>(expected[i]);
    const double error = static_cast<double>(got[i]) - wanted;
    const double bound = tolerance * std::max(1.0, wanted < 0 ? -wanted : wanted);
    if (!(error <= bound && -error <= bound))
      return "element " + std::to_string(i) + " is " + std::to_string(got[i]) + ", not " + std::to_string(expected[i]);
  }
  return {};
}

/// Numbers from [low, high), the same on every run.
std::vector<float> randomFloats(size_t count, float low, float high);
/// Whole numbers from [0, bound), the same on every run.
std::vector<unsigned> randomNumbers(size_t count, unsigned bound);

} // namespace weft::bench

#endif
