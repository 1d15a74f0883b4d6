// A step of a stencil of nine points on 2048x2048 cells, through tiles with a halo; on the host straight from memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

constexpr int n = 2048;
constexpr float middle = 0.25f;
constexpr float side = 0.125f;
constexpr float corner = 0.0625f;

class Stencil final : public Benchmark {
public:
  Stencil() : input_(randomFloats(size_t{n} * n, -1, 1)), expected_(input_.size()), result_(input_.size()) {}

  void runHost() override {
    const float *in = input_.data();
#pragma omp parallel for
    for (int row = 0; row < n; ++row) {
      const float *above = in + size_t(std::max(row - 1, 0)) * n;
      const float *here = in + size_t(row) * n;
      const float *below = in + size_t(std::min(row + 1, n - 1)) * n;
      float *out = expected_.data() + size_t(row) * n;
      out[0] = cell(above, here, below, 0, 0, 1);
#pragma omp simd
      for (int x = 1; x < n - 1; ++x)
        out[x] = cell(above, here, below, x - 1, x, x + 1);
      out[n - 1] = cell(above, here, below, n - 2, n - 1, n - 1);
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "stencil");
    bufferIn_ = session.upload(input_);
    bufferOut_ = session.create(input_.size() * sizeof(float));
    host::setArguments(kernel_, bufferIn_, bufferOut_, n, middle, side, corner);
  }

  void runDevice() override {
    const size_t global[] = {n, n};
    const size_t local[] = {16, 16};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return firstDifference(result_, expected_, 1e-5);
  }

private:
  static float cell(const float *above, const float *here, const float *below, int left, int x, int right) {
    return middle * here[x] + side * (above[x] + below[x] + here[left] + here[right]) +
           corner * (above[left] + above[right] + below[left] + below[right]);
  }

  std::vector<float> input_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferIn_, bufferOut_;
};

const Registration registration("stencil.cl", {{"stencil-2d", {}, [] { return std::make_unique<Stencil>(); }}});

} // namespace
} // namespace weft::bench
