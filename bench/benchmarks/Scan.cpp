// Running sums (inclusive scan) of a million numbers, in three levels of groups of 256.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <omp.h>

namespace weft::bench {
namespace {

constexpr size_t elementCount = size_t{1} << 20;
constexpr size_t groupSize = 256;

size_t groupsFor(size_t count) { return (count + groupSize - 1) / groupSize; }

class Scan final : public Benchmark {
public:
  Scan() : values_(randomNumbers(elementCount, 1000)), expected_(elementCount), result_(elementCount) {}

  /// Each thread sums its part, then adds what the parts before it amount to.
  void runHost() override {
    const unsigned *values = values_.data();
    unsigned *sums = expected_.data();
    std::vector<unsigned> totals(static_cast<size_t>(omp_get_max_threads()) + 1);
#pragma omp parallel
    {
      const size_t threads = static_cast<size_t>(omp_get_num_threads());
      const size_t mine = static_cast<size_t>(omp_get_thread_num());
      const size_t begin = elementCount * mine / threads;
      const size_t end = elementCount * (mine + 1) / threads;
      unsigned sum = 0;
      for (size_t i = begin; i < end; ++i)
        sums[i] = sum += values[i];
      totals[mine + 1] = sum;
#pragma omp barrier
      unsigned start = 0;
      for (size_t i = 1; i <= mine; ++i)
        start += totals[i];
      if (start != 0)
        for (size_t i = begin; i < end; ++i)
          sums[i] += start;
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    const host::Program program = session.build(source);
    scanGroups_ = session.kernel(program, "scanGroups");
    addStarts_ = session.kernel(program, "addStarts");
    input_ = session.upload(values_);
    for (size_t count = elementCount;; count = groupsFor(count)) {
      levels_.push_back({.count = count, .sums = session.create(count * sizeof(cl_uint))});
      if (count == 1)
        break;
    }
  }

  void runDevice() override {
    const size_t local[] = {groupSize};
    for (size_t i = 0; i + 1 < levels_.size(); ++i) {
      const Level &level = levels_[i];
      // A level above the first is scanned in place: each work-item writes where it alone has read.
      host::setArguments(scanGroups_, i == 0 ? input_ : level.sums, level.sums, levels_[i + 1].sums,
                         static_cast<cl_uint>(level.count), host::LocalBytes{groupSize * sizeof(cl_uint)});
      const size_t global[] = {groupsFor(level.count) * groupSize};
      session_->launch(scanGroups_, global, local);
    }
    for (size_t i = levels_.size() - 1; i-- > 0;) {
      const Level &level = levels_[i];
      host::setArguments(addStarts_, level.sums, levels_[i + 1].sums, static_cast<cl_uint>(level.count));
      const size_t global[] = {groupsFor(level.count) * groupSize};
      session_->launch(addStarts_, global, local);
    }
    session_->finish();
  }

  std::string compare() override {
    session_->download(levels_[0].sums, result_);
    return firstDifference(result_, expected_);
  }

private:
  /// Running sums of one level: of the elements, of the groups' totals, of their groups' totals ...
  struct Level {
    size_t count;
    host::Buffer sums;
  };

  std::vector<unsigned> values_, expected_, result_;
  host::Kernel scanGroups_, addStarts_;
  host::Buffer input_;
  std::vector<Level> levels_;
};

const Registration registration("scan.cl", {{"scan", {}, [] { return std::make_unique<Scan>(); }}});

} // namespace
} // namespace weft::bench
