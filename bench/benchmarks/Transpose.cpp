// The transposition of a matrix through local memory; on the host in blocks of the same size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

constexpr int n = 2048;
constexpr int width = 16;

class Transpose final : public Benchmark {
public:
  Transpose() : input_(randomFloats(size_t{n} * n, -1, 1)), expected_(input_.size()), result_(input_.size()) {}

  void runHost() override {
    const float *in = input_.data();
    float *out = expected_.data();
#pragma omp parallel for collapse(2)
    for (int top = 0; top < n; top += width)
      for (int left = 0; left < n; left += width)
        for (int y = 0; y < width; ++y)
#pragma omp simd
          for (int x = 0; x < width; ++x)
            out[(left + y) * n + top + x] = in[(top + x) * n + left + y];
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "transpose");
    bufferIn_ = session.upload(input_);
    bufferOut_ = session.create(input_.size() * sizeof(float));
    host::setArguments(kernel_, bufferIn_, bufferOut_, n);
  }

  void runDevice() override {
    const size_t global[] = {n, n};
    const size_t local[] = {width, width};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return firstDifference(result_, expected_);
  }

private:
  std::vector<float> input_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferIn_, bufferOut_;
};

const Registration registration("transpose.cl", {{"transpose", {}, [] { return std::make_unique<Transpose>(); }}});

} // namespace
} // namespace weft::bench
