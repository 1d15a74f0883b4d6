// Places, and what is divided by, found in data: bytes of an image resized, a search with a stack, sums of remainders.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

class ResizeBytes final : public Benchmark {
public:
  ResizeBytes() : image_(size_t{fromWidth} * fromHeight), expected_(size_t{width} * height), result_(expected_.size()) {
    for (size_t i = 0; i < image_.size(); ++i)
      image_[i] = static_cast<uint8_t>(i * 7 + i / fromWidth * 13);
  }

  void runHost() override {
#pragma omp parallel for
    for (int y = 0; y < height; ++y) {
      const float v = (static_cast<float>(y) + 0.5f) * fromHeight / height - 0.5f;
      const int top = static_cast<int>(std::floor(v));
      const float down = v - static_cast<float>(top);
      const uint8_t *upper = image_.data() + ptrdiff_t{std::max(top, 0)} * fromWidth;
      const uint8_t *lower = image_.data() + ptrdiff_t{std::min(top + 1, fromHeight - 1)} * fromWidth;
      uint8_t *out = expected_.data() + ptrdiff_t{y} * width;
#pragma omp simd
      for (int x = 0; x < width; ++x) {
        const float u = (static_cast<float>(x) + 0.5f) * fromWidth / width - 0.5f;
        const int left = static_cast<int>(std::floor(u));
        const float across = u - static_cast<float>(left);
        const int x0 = std::max(left, 0), x1 = std::min(left + 1, fromWidth - 1);
        const float above = static_cast<float>(upper[x0]) + static_cast<float>(upper[x1] - upper[x0]) * across;
        const float below = static_cast<float>(lower[x0]) + static_cast<float>(lower[x1] - lower[x0]) * across;
        const float rounded = above + (below - above) * down + 0.5f;
        out[x] = static_cast<uint8_t>(rounded);
      }
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "resize_bytes");
    bufferIn_ = session.upload(image_);
    bufferOut_ = session.create(expected_.size());
    host::setArguments(kernel_, bufferIn_, bufferOut_, fromWidth, fromHeight, width, height);
  }

  void runDevice() override {
    const size_t global[] = {width, height};
    session_->launch(kernel_, global);
    session_->finish();
  }

  /// Sums that a multiply-add rounds otherwise may be cut to another byte.
  std::string compare() override {
    session_->download(bufferOut_, result_);
    for (size_t i = 0; i < result_.size(); ++i)
      if (std::abs(int{result_[i]} - int{expected_[i]}) > 1)
        return "byte " + std::to_string(i) + " is " + std::to_string(result_[i]) + ", not " +
               std::to_string(expected_[i]);
    return {};
  }

private:
  static constexpr int fromWidth = 768, fromHeight = 768, width = 1024, height = 1024;
  std::vector<uint8_t> image_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferIn_, bufferOut_;
};

class NearestPoint final : public Benchmark {
public:
  NearestPoint() : tree_(2 * nodes), expected_(count), result_(count) {
    std::vector<float> points = randomFloats(2 * (nodes + count), 0, 1);
    queries_.assign(points.begin() + 2 * nodes, points.end());
    points.resize(2 * nodes);
    std::vector<uint32_t> order(nodes - 1);
    for (uint32_t i = 0; i < order.size(); ++i)
      order[i] = i;
    grow(points, order, 1, 0);
  }

  void runHost() override {
#pragma omp parallel for schedule(dynamic, 256)
    for (size_t i = 0; i < count; ++i)
      expected_[i] = nearest(queries_[2 * i], queries_[2 * i + 1]);
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "nearest_point");
    bufferTree_ = session.upload(tree_);
    bufferQueries_ = session.upload(queries_);
    bufferOut_ = session.create(count * sizeof(float));
    host::setArguments(kernel_, bufferTree_, bufferQueries_, bufferOut_, static_cast<int>(nodes));
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
  static constexpr size_t nodes = 4096, count = 65536; // nodes a power of two: node 0 is none, all levels are full

  /// Puts the middle of `points` into `node`, and those before and behind it below.
  void grow(const std::vector<float> &points, std::span<uint32_t> order, size_t node, size_t dimension) {
    if (order.empty())
      return;
    const size_t middle = order.size() / 2;
    std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(middle), {},
                             [&](uint32_t point) { return points[size_t{2} * point + dimension]; });
    tree_[2 * node] = points[size_t{2} * order[middle]];
    tree_[2 * node + 1] = points[size_t{2} * order[middle] + 1];
    grow(points, order.first(middle), 2 * node, 1 - dimension);
    grow(points, order.subspan(middle + 1), 2 * node + 1, 1 - dimension);
  }

  float nearest(float x, float y) const {
    struct Entry {
      uint32_t node;
      float beyond;
    };
    Entry stack[32];
    int depth = 0;
    float best = std::numeric_limits<float>::infinity();
    stack[depth++] = {1, 0};
    while (depth > 0) {
      const auto [node, beyond] = stack[--depth];
      if (beyond >= best)
        continue;
      const float dx = x - tree_[size_t{2} * node], dy = y - tree_[size_t{2} * node + 1];
      best = std::min(best, dx * dx + dy * dy);
      if (node >= nodes / 2)
        continue;
      const float side = (std::bit_width(node) - 1) & 1 ? dy : dx;
      const uint32_t near = 2 * node + (side > 0);
      stack[depth++] = {near ^ 1, side * side};
      stack[depth++] = {near, 0};
    }
    return best;
  }

  std::vector<float> tree_, queries_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferTree_, bufferQueries_, bufferOut_;
};

class Remainders final : public Benchmark {
public:
  Remainders() : numbers_(count), divisors_(divisors), expected_(count), result_(count) {
    for (size_t i = 0; i < count; ++i)
      numbers_[i] = static_cast<int>(i * 2654435761U);
    for (size_t k = 0; k < divisors; ++k)
      divisors_[k] = static_cast<int>(k * k * 37 + 3);
  }

  void runHost() override {
#pragma omp parallel for
    for (size_t block = 0; block < count; block += blockSize) {
      int *sums = expected_.data() + block;
      std::fill_n(sums, blockSize, 0);
      for (const int divisor : divisors_)
#pragma omp simd
        for (size_t i = 0; i < blockSize; ++i)
          sums[i] += numbers_[block + i] % divisor;
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "remainders");
    bufferNumbers_ = session.upload(numbers_);
    bufferDivisors_ = session.upload(divisors_);
    bufferOut_ = session.create(count * sizeof(int));
    host::setArguments(kernel_, bufferNumbers_, bufferDivisors_, bufferOut_, static_cast<int>(divisors));
  }

  void runDevice() override {
    const size_t global[] = {count};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return firstDifference(result_, expected_);
  }

private:
  static constexpr size_t count = 65536, divisors = 64, blockSize = 1024;
  std::vector<int> numbers_, divisors_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferNumbers_, bufferDivisors_, bufferOut_;
};

const Registration registration("by-data.cl", {{"resize-bytes", {}, [] { return std::make_unique<ResizeBytes>(); }},
                                               {"nearest-point", {}, [] { return std::make_unique<NearestPoint>(); }},
                                               {"remainders", {}, [] { return std::make_unique<Remainders>(); }}});

} // namespace
} // namespace weft::bench
