// One side of the comparison in a process of its own: an OpenCL platform, OpenMP, or the libraries.
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

/// Keeps each benchmark ready between its turns. Not thread-safe.
class Contender {
public:
  enum class Reference { openMp, libraries };
  explicit Contender(Reference reference) : libraries_(reference == Reference::libraries) {}
  /// `producer` makes SPIR-V of the kernels (harness/Producer.h); "" has the platform compile their sources.
  explicit Contender(const host::DeviceInView &where, std::string producer = "")
      : session_(std::in_place, where), producer_(std::move(producer)) {}

  /// Whether it can do the work of this benchmark.
  bool takesPart(const Entry &entry) const { return !libraries_ || !entry.library.empty(); }

  /// Seconds of each repetition: as many as fit into `seconds`, at least one, after one that isn't counted. The first
  /// turn of a benchmark also compares its results with the host's; throws std::runtime_error where they differ.
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
