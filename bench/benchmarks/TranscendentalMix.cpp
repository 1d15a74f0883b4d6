// Seven different functions of mathematics for each of half a million elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <cmath>

namespace weft::bench {
namespace {

constexpr size_t count = size_t{1} << 19;

class TranscendentalMix final : public Benchmark {
public:
  TranscendentalMix()
      : first_(randomFloats(count, -10, 10)), second_(randomFloats(count, 0.125f, 4)), expected_(count),
        result_(count) {
    std::ranges::reverse(second_); // not in step with the first ones
  }

  void runHost() override {
    const float *first = first_.data();
    const float *second = second_.data();
    float *out = expected_.data();
#pragma omp parallel for simd
    for (size_t i = 0; i < count; ++i) {
      const float a = first[i];
      const float b = second[i];
      const float wave = std::sin(a) * std::cos(b);
      const float slope = std::exp2(-b) + std::log2(1.0f + b);
      const float angle = std::atan2(slope, a);
      out[i] = wave + std::pow(std::sqrt(b), angle - wave);
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "combine");
    bufferFirst_ = session.upload(first_);
    bufferSecond_ = session.upload(second_);
    bufferOut_ = session.create(count * sizeof(float));
    host::setArguments(kernel_, bufferFirst_, bufferSecond_, bufferOut_);
  }

  void runDevice() override {
    const size_t global[] = {count};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return firstDifference(result_, expected_, 1e-5);
  }

private:
  std::vector<float> first_, second_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferFirst_, bufferSecond_, bufferOut_;
};

const Registration registration("transcendental-mix.cl",
                                {{"transcendental-mix", {}, [] { return std::make_unique<TranscendentalMix>(); }}});

} // namespace
} // namespace weft::bench
