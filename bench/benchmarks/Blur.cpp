// A 5x5 blur of a picture of 1920x1080 pixels with four bytes each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <cstdint>

namespace weft::bench {
namespace {

constexpr int width = 1920;
constexpr int height = 1080;
constexpr unsigned weights[5] = {1, 4, 6, 4, 1};

class Blur final : public Benchmark {
public:
  Blur() : expected_(size_t{width} * height * 4), result_(expected_.size()) {
    for (unsigned value : randomNumbers(expected_.size(), 256))
      input_.push_back(static_cast<uint8_t>(value));
  }

  void runHost() override {
    const uint8_t *in = input_.data();
    uint8_t *out = expected_.data();
#pragma omp parallel for
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        const bool inside = column >= 2 && column < width - 2;
        unsigned sums[4] = {128, 128, 128, 128};
        for (int dy = -2; dy <= 2; ++dy) {
          const uint8_t *line = in + size_t(std::clamp(row + dy, 0, height - 1)) * width * 4;
          for (int dx = -2; dx <= 2; ++dx) {
            const int x = inside ? column + dx : std::clamp(column + dx, 0, width - 1);
            const unsigned weight = weights[dy + 2] * weights[dx + 2];
            for (int channel = 0; channel < 4; ++channel)
              sums[channel] += line[x * 4 + channel] * weight;
          }
        }
        for (int channel = 0; channel < 4; ++channel)
          out[(size_t(row) * width + column) * 4 + channel] = static_cast<uint8_t>(sums[channel] / 256);
      }
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "blur");
    bufferIn_ = session.upload(input_);
    bufferOut_ = session.create(input_.size());
    host::setArguments(kernel_, bufferIn_, bufferOut_, width, height);
  }

  void runDevice() override {
    const size_t global[] = {width, height};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return firstDifference(result_, expected_);
  }

private:
  std::vector<uint8_t> input_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferIn_, bufferOut_;
};

const Registration registration("blur.cl", {{"blur-5x5", {}, [] { return std::make_unique<Blur>(); }}});

} // namespace
} // namespace weft::bench
