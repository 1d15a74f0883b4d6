// One side of the comparison, which has a process for itself: an OpenCL platform, OpenMP, or the libraries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_BENCH_HARNESS_CONTENDER_H
#define WEFT_BENCH_HARNESS_CONTENDER_H

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/Session.h"
#include "harness/Benchmark.h"

namespace weft::bench {

/// Keeps a benchmark prepared between its turns. Not thread-safe.
class Contender {
public:
  enum class Reference { openMp, libraries };
  explicit Contender(Reference reference) : libraries_(reference == Reference::libraries) {}
  /// `producer` names the compiler that generates SPIR-V from the kernels (harness/Producer.h). If it is "", the
  /// platform compiles the kernels' sources.
  explicit Contender(const host::DeviceInView &where, std::string producer = "")
      : session_(std::in_place, where), producer_(std::move(producer)) {}

  /// Whether this contender can do the work of the benchmark.
  bool takesPart(const Entry &entry) const { return !libraries_ || !entry.library.empty(); }

  /// Returns the seconds of each repetition. As many repetitions run as fit into `seconds`, at least one, and an
  /// uncounted repetition runs before them. The first turn of a benchmark also compares its results with the host's. It
  /// throws std::runtime_error if they differ.
  std::vector<double> takeTurn(const std::string &name, double seconds);

private:
  Benchmark &ready(const std::string &name);
  void check(Benchmark &benchmark) const;
  void run(Benchmark &benchmark) const;

  std::optional<host::Session> session_;
  std::string producer_;
  bool libraries_ = false;
  std::map<std::string, std::unique_ptr<Benchmark>> ready_;
};

} // namespace weft::bench

#endif
