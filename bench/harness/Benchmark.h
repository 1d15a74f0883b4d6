// The interface of a benchmark: the same work as OpenCL kernels and as plain C++ with OpenMP.
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

/// One thread uses an object. `prepare` is called before `runDevice`, and `compare` after `runDevice` and `runHost`. A
/// process that only times the host or a library calls none of `prepare`, `runDevice` and `compare`.
class Benchmark {
public:
  virtual ~Benchmark() = default;
  /// Does the work in plain C++. This function is timed for OpenMP.
  virtual void runHost() = 0;
  /// Creates the buffers, the program and the kernels, and sets the kernels' arguments. `source` is the text of the
  /// benchmark's .cl file.
  virtual void prepare(const host::Session &session, const std::string &source) = 0;
  /// Enqueues the work and waits for its end. This function is timed for OpenCL, and can be called repeatedly.
  virtual void runDevice() = 0;
  /// Reads the device's results back. Returns a sentence that says where they differ from the host's results, or an
  /// empty string if they agree.
  virtual std::string compare() = 0;
  /// Does the work by a call of the library that the entry names. The library is tuned for the CPU and has as many
  /// threads as OpenMP. The first call may create the library's plans and isn't timed.
  virtual void runLibrary() {}
  /// Returns a sentence that says where the library's results differ from the host's, or an empty string. Called after
  /// `runLibrary` and `runHost`.
  virtual std::string compareLibrary() { return {}; }

protected:
  const host::Session *session_ = nullptr;
};

struct Entry {
  std::string name;
  std::string kernelFile; ///< in bench/benchmarks
  std::function<std::unique_ptr<Benchmark>()> make;
  std::string library =
      {}; ///< a library that does the same work, as a second reference beside the plain C++; "" if there is none
};

/// Returns all benchmarks of the program, file by file. Benchmarks of a file have the order of the file's list.
const std::vector<Entry> &allBenchmarks();
/// Returns the benchmark called `name`. Throws std::runtime_error if there is none.
const Entry &entryOf(const std::string &name);

/// Adds benchmarks to the list. A benchmark's file has one global object of this type, and needs nothing else to add
/// its benchmarks.
class Registration {
public:
  Registration(const std::string &kernelFile, std::vector<Entry> entries);
};

/// Returns a sentence about the first element that differs by more than `tolerance`, or an empty string. The tolerance
/// is relative to the expected value, but absolute for expected values below 1.
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

/// Returns random values from [low, high), which are the same in every run.
std::vector<float> randomFloats(size_t count, float low, float high);
/// Returns random integers from [0, bound), which are the same in every run.
std::vector<unsigned> randomNumbers(size_t count, unsigned bound);

} // namespace weft::bench

#endif
