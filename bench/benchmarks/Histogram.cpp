// A histogram of eight million bytes with atomic counters in local memory; on the host, counters of each thread.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <cstdint>

namespace weft::bench {
namespace {

constexpr size_t count = size_t{1} << 23;
constexpr size_t binCount = 256;
constexpr size_t perGroup = size_t{1} << 15;

class Histogram final : public Benchmark {
public:
  Histogram() : expected_(binCount), result_(binCount) {
    for (unsigned value : randomNumbers(count, binCount))
      bytes_.push_back(static_cast<uint8_t>(value));
  }

  void runHost() override {
    const uint8_t *bytes = bytes_.data();
    unsigned bins[binCount] = {};
#pragma omp parallel for reduction(+ : bins)
    for (size_t i = 0; i < count; ++i)
      ++bins[bytes[i]];
    std::copy_n(bins, binCount, expected_.data());
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    const host::Program program = session.build(source);
    clear_ = session.kernel(program, "clear");
    histogram_ = session.kernel(program, "histogram");
    bufferBytes_ = session.upload(bytes_);
    bufferBins_ = session.create(binCount * sizeof(cl_uint));
    host::setArguments(clear_, bufferBins_);
    host::setArguments(histogram_, bufferBytes_, bufferBins_, static_cast<cl_uint>(perGroup));
  }

  void runDevice() override {
    const size_t bins[] = {binCount};
    const size_t global[] = {count / perGroup * binCount};
    session_->launch(clear_, bins, bins);
    session_->launch(histogram_, global, bins);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferBins_, result_);
    return firstDifference(result_, expected_);
  }

private:
  std::vector<uint8_t> bytes_;
  std::vector<unsigned> expected_, result_;
  host::Kernel clear_, histogram_;
  host::Buffer bufferBytes_, bufferBins_;
};

const Registration registration("histogram.cl", {{"histogram", {}, [] { return std::make_unique<Histogram>(); }}});

} // namespace
} // namespace weft::bench
