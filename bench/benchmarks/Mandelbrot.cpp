// The Mandelbrot set: work-items of very different length.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#pragma STDC FP_CONTRACT OFF

namespace weft::bench {
namespace {

constexpr int width = 1024;
constexpr int height = 768;
constexpr int limit = 256;
constexpr float left = -2.2f;
constexpr float top = -1.125f;
constexpr float pixel = 3.0f / width;

class Mandelbrot final : public Benchmark {
public:
  Mandelbrot() : expected_(size_t{width} * height), result_(expected_.size()) {}

  void runHost() override {
    int *steps = expected_.data();
#pragma omp parallel for schedule(dynamic, 1)
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column)
        steps[row * width + column] = stepsFor(left + pixel * float(column), top + pixel * float(row));
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "mandelbrot");
    buffer_ = session.create(result_.size() * sizeof(int));
    host::setArguments(kernel_, buffer_, width, left, top, pixel, limit);
  }

  void runDevice() override {
    const size_t global[] = {width, height};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(buffer_, result_);
    return firstDifference(result_, expected_);
  }

private:
  static int stepsFor(float cx, float cy) {
    float x = 0.0f;
    float y = 0.0f;
    int step = 0;
    while (step < limit && x * x + y * y <= 4.0f) {
      const float next = x * x - y * y + cx;
      y = 2.0f * x * y + cy;
      x = next;
      ++step;
    }
    return step;
  }

  std::vector<int> expected_, result_;
  host::Kernel kernel_;
  host::Buffer buffer_;
};

const Registration registration("mandelbrot.cl", {{"mandelbrot", {}, [] { return std::make_unique<Mandelbrot>(); }}});

} // namespace
} // namespace weft::bench
