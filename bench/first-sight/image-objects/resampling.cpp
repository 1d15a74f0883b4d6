// The work of the kernels that read image objects at computed coordinates, as careful C++. Rows of images are without
// gaps. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

inline float channel(uint32_t pixel, int k) { return float(int((pixel >> (8 * k)) & 255)); }

inline uint32_t pixelOf(float red, float green, float blue, float alpha) {
  auto rounded = [](float value) { return uint32_t(int32_t(std::nearbyint(value))); };
  return rounded(red) | rounded(green) << 8 | rounded(blue) << 16 | rounded(alpha) << 24;
}

inline float weighted(uint32_t a, uint32_t b, uint32_t c, uint32_t d, float wa, float wb, float wc, float wd, int k) {
  return channel(a, k) * wa + channel(b, k) * wb + channel(c, k) * wc + channel(d, k) * wd;
}
} // namespace

/// Pixels outside the image have weight zero, and are read at the border.
extern "C" void rotate_image_linear(const uint32_t *src, uint32_t *dst, float cosine, float sine) {
  const int width = 1601, height = 901;
  const float centreX = width * 0.5f, centreY = height * 0.5f;
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const float dy = float(y) + 0.5f - centreY;
    uint32_t *__restrict out = dst + y * width;
#pragma omp simd
    for (int x = 0; x < width; ++x) {
      float dx = float(x) + 0.5f - centreX;
      float u = dx * cosine - dy * sine + centreX - 0.5f, v = dx * sine + dy * cosine + centreY - 0.5f;
      float left = std::floor(u), top = std::floor(v), fx = u - left, fy = v - top;
      int x0 = int(left), y0 = int(top), x1 = x0 + 1, y1 = y0 + 1;
      float wx0 = x0 >= 0 && x0 < width ? 1 - fx : 0.0f, wx1 = x1 >= 0 && x1 < width ? fx : 0.0f;
      float wy0 = y0 >= 0 && y0 < height ? 1 - fy : 0.0f, wy1 = y1 >= 0 && y1 < height ? fy : 0.0f;
      x0 = std::min(std::max(x0, 0), width - 1);
      x1 = std::min(std::max(x1, 0), width - 1);
      y0 = std::min(std::max(y0, 0), height - 1);
      y1 = std::min(std::max(y1, 0), height - 1);
      uint32_t a = src[y0 * width + x0], b = src[y0 * width + x1], c = src[y1 * width + x0], d = src[y1 * width + x1];
      float wa = wx0 * wy0, wb = wx1 * wy0, wc = wx0 * wy1, wd = wx1 * wy1;
      out[x] = pixelOf(weighted(a, b, c, d, wa, wb, wc, wd, 0), weighted(a, b, c, d, wa, wb, wc, wd, 1),
                       weighted(a, b, c, d, wa, wb, wc, wd, 2), weighted(a, b, c, d, wa, wb, wc, wd, 3));
    }
  }
}

extern "C" void rotate_image_nearest(const uint32_t *src, uint32_t *dst, float cosine, float sine, float centreX,
                                     float centreY) {
  const int width = 2048, height = 1024;
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const float dy = float(y) + 0.5f - centreY;
    uint32_t *__restrict out = dst + y * width;
#pragma omp simd
    for (int x = 0; x < width; ++x) {
      float dx = float(x) + 0.5f - centreX;
      int u = int(std::floor(dx * cosine - dy * sine + centreX)),
          v = int(std::floor(dx * sine + dy * cosine + centreY));
      bool inside = (u >= 0) & (u < width) & (v >= 0) & (v < height);
      uint32_t pixel = src[inside ? v * width + u : 0];
      out[x] = inside ? pixel : 0;
    }
  }
}

namespace {
/// The pixels of a filtered read along one axis.
struct Taps {
  std::vector<int> low, high;
  std::vector<float> weight;
  explicit Taps(int n) : low(n), high(n), weight(n) {}
};

Taps clampedTaps(int outputs, int inputs) {
  Taps taps(outputs);
  for (int i = 0; i < outputs; ++i) {
    float at = (float(i) + 0.5f) / float(outputs) * float(inputs) - 0.5f, below = std::floor(at);
    taps.low[i] = std::clamp(int(below), 0, inputs - 1);
    taps.high[i] = std::clamp(int(below) + 1, 0, inputs - 1);
    taps.weight[i] = at - below;
  }
  return taps;
}

Taps repeatedTaps(int outputs, int inputs, float scale, float shift) {
  Taps taps(outputs);
  for (int i = 0; i < outputs; ++i) {
    float normalized = std::fma(float(i), scale, shift);
    float at = (normalized - std::floor(normalized)) * float(inputs) - 0.5f, below = std::floor(at);
    int low = int(below), high = low + 1;
    taps.low[i] = low < 0 ? low + inputs : low;
    taps.high[i] = high > inputs - 1 ? high - inputs : high;
    taps.weight[i] = at - below;
  }
  return taps;
}
} // namespace

/// Stretches each source row once for the output rows that read it.
extern "C" void resize_image_float(const float *src, float *dst, int width, int height) {
  const int srcWidth = 1000, srcHeight = 700, rowsOfTask = 67;
  const Taps columns = clampedTaps(width, srcWidth), rows = clampedTaps(height, srcHeight);
#pragma omp parallel for firstprivate(width, height)
  for (int begin = 0; begin < height; begin += rowsOfTask) {
    std::vector<float> stretched[2] = {std::vector<float>(width), std::vector<float>(width)};
    int held[2] = {-1, -1};
    auto rowOf = [&](int y) -> const float * {
      int place = y & 1;
      if (held[place] != y) {
        held[place] = y;
        const float *__restrict row = src + y * srcWidth, *__restrict weight = columns.weight.data();
        const int *__restrict low = columns.low.data(), *__restrict high = columns.high.data();
        float *__restrict out = stretched[place].data();
        const int n = width;
#pragma omp simd
        for (int x = 0; x < n; ++x)
          out[x] = row[low[x]] + (row[high[x]] - row[low[x]]) * weight[x];
      }
      return stretched[place].data();
    };
    for (int y = begin; y < std::min(begin + rowsOfTask, height); ++y) {
      const float *__restrict top = rowOf(rows.low[y]), *__restrict bottom = rowOf(rows.high[y]);
      float *__restrict out = dst + y * width, f = rows.weight[y];
#pragma omp simd
      for (int x = 0; x < width; ++x)
        out[x] = top[x] + (bottom[x] - top[x]) * f;
    }
  }
}

extern "C" void tile_image_repeat(const uint32_t *texture, uint32_t *target, float scale, float shiftX, float shiftY) {
  const int width = 1920, height = 1080, side = 256;
  const Taps columns = repeatedTaps(width, side, scale, shiftX), rows = repeatedTaps(height, side, scale, shiftY);
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const uint32_t *__restrict top = texture + rows.low[y] * side, *__restrict bottom = texture + rows.high[y] * side;
    const int *__restrict low = columns.low.data(), *__restrict high = columns.high.data();
    const float *__restrict weight = columns.weight.data(), fy = rows.weight[y];
    uint32_t *__restrict out = target + y * width;
#pragma omp simd
    for (int x = 0; x < width; ++x) {
      uint32_t a = top[low[x]], b = top[high[x]], c = bottom[low[x]], d = bottom[high[x]];
      float fx = weight[x], wa = (1 - fx) * (1 - fy), wb = fx * (1 - fy), wc = (1 - fx) * fy, wd = fx * fy;
      out[x] = pixelOf(weighted(a, b, c, d, wa, wb, wc, wd, 0), weighted(a, b, c, d, wa, wb, wc, wd, 1),
                       weighted(a, b, c, d, wa, wb, wc, wd, 2), 255.0f);
    }
  }
}

extern "C" void remap_image_offsets(const uint32_t *src, const int32_t *offsets, uint32_t *dst) {
  const int width = 1280, height = 1024;
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const int32_t *__restrict move = offsets + size_t(y) * width * 2;
    uint32_t *__restrict out = dst + y * width;
#pragma omp simd
    for (int x = 0; x < width; ++x) {
      int u = std::min(std::max(x + move[2 * x], 0), width - 1),
          v = std::min(std::max(y + move[2 * x + 1], 0), height - 1);
      out[x] = src[v * width + u];
    }
  }
}
