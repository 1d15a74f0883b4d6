// Layers of neural networks, each one range of one dimension: windows as columns, an offset for each plane. On the host
// the same in a loop for each dimension.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

class WindowColumns final : public Benchmark {
public:
  WindowColumns() : image_(randomFloats(count, -1, 1)), expected_(count * window * window), result_(expected_.size()) {}

  void runHost() override {
#pragma omp parallel for
    for (int plane = 0; plane < planes; ++plane)
      for (int v = 0; v < window; ++v)
        for (int u = 0; u < window; ++u)
          for (int y = 0; y < height; ++y) {
            const int row = y + v - padding;
            float *out = expected_.data() + size_t(((plane * window + v) * window + u) * height + y) * width;
            const float *in = image_.data() + (plane * height + row) * width + u - padding;
            const bool isInside = row >= 0 && row < height;
            const int begin = isInside ? std::max(padding - u, 0) : width;
            const int end = isInside ? std::min(width + padding - u, width) : width;
            std::fill(out, out + begin, 0.0f);
            std::copy(in + begin, in + end, out + begin);
            std::fill(out + end, out + width, 0.0f);
          }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "window_columns");
    bufferIn_ = session.upload(image_);
    bufferOut_ = session.create(expected_.size() * sizeof(float));
    host::setArguments(kernel_, bufferIn_, bufferOut_, static_cast<int>(count), width, height, window, padding);
  }

  void runDevice() override {
    const size_t global[] = {(count + 255) / 256 * 256};
    const size_t local[] = {256};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return firstDifference(result_, expected_);
  }

private:
  static constexpr int width = 56, height = 56, planes = 64, window = 3, padding = 1;
  static constexpr size_t count = size_t{width} * height * planes;
  std::vector<float> image_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferIn_, bufferOut_;
};

class PlaneOffsets final : public Benchmark {
public:
  PlaneOffsets()
      : image_(randomFloats(count, -1, 1)), offsets_(randomFloats(planes, -1, 1)), expected_(count), result_(count) {}

  void runHost() override {
#pragma omp parallel for
    for (int plane = 0; plane < planes; ++plane) {
      const float *in = image_.data() + size_t(plane) * planeSize;
      float *out = expected_.data() + size_t(plane) * planeSize;
      const float offset = offsets_[static_cast<size_t>(plane)];
#pragma omp simd
      for (int i = 0; i < planeSize; ++i)
        out[i] = in[i] * 0.5f + offset;
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "plane_offsets");
    bufferIn_ = session.upload(image_);
    bufferOffsets_ = session.upload(offsets_);
    bufferOut_ = session.create(count * sizeof(float));
    host::setArguments(kernel_, bufferIn_, bufferOffsets_, bufferOut_, static_cast<int>(count), planeSize);
  }

  void runDevice() override {
    const size_t global[] = {(count + 255) / 256 * 256};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return firstDifference(result_, expected_, 1e-6);
  }

private:
  static constexpr int planes = 256, planeSize = 28 * 28;
  static constexpr size_t count = size_t{planes} * planeSize;
  std::vector<float> image_, offsets_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferIn_, bufferOffsets_, bufferOut_;
};

const Registration registration("flat-ranges.cl",
                                {{"window-columns", {}, [] { return std::make_unique<WindowColumns>(); }},
                                 {"plane-offsets", {}, [] { return std::make_unique<PlaneOffsets>(); }}});

} // namespace
} // namespace weft::bench
