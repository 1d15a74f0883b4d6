// The work of the kernels that convert, resize and count images in buffers, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {
using Byte = uint8_t;
typedef float Quad __attribute__((vector_size(16)));

/// The source pixels of an output coordinate and the weight of the second.
struct Taps {
  std::vector<int> low, high;
  std::vector<float> weight;

  Taps(int outputs, int inputs, float scale) : low(outputs), high(outputs), weight(outputs) {
    for (int i = 0; i < outputs; ++i) {
      float at = (float(i) + 0.5f) * scale - 0.5f, below = std::floor(at);
      low[i] = std::clamp(int(below), 0, inputs - 1);
      high[i] = std::clamp(int(below) + 1, 0, inputs - 1);
      weight[i] = at - below;
    }
  }
};
} // namespace

/// Blocks of pixels are split into channels, so that the arithmetic is that of vectors.
extern "C" void rgb_to_hsv(const Byte *rgb, Byte *hsv, unsigned pixels) {
  const int block = 256;
#pragma omp parallel for
  for (unsigned begin = 0; begin < pixels; begin += block) {
    const int n = int(std::min(pixels - begin, unsigned(block)));
    float red[block], green[block], blue[block];
    Byte hue[block], saturation[block], value[block];
    const Byte *in = rgb + 3 * size_t(begin);
    for (int i = 0; i < n; ++i) {
      red[i] = in[3 * i];
      green[i] = in[3 * i + 1];
      blue[i] = in[3 * i + 2];
    }
#pragma omp simd
    for (int i = 0; i < n; ++i) {
      float r = red[i], g = green[i], b = blue[i];
      float most = r > g ? r : g, least = r < g ? r : g;
      most = most > b ? most : b;
      least = least < b ? least : b;
      float chroma = most - least, divisor = chroma > 0 ? chroma : 1.0f;
      float difference = most == r ? g - b : most == g ? b - r : r - g;
      float base = most == r ? 0.0f : most == g ? 60.0f : 120.0f;
      float h = base + 30.0f * difference / divisor;
      h = chroma > 0 ? h : 0.0f;
      h = h < 0 ? h + 180.0f : h;
      float s = 255.0f * chroma / (most > 0 ? most : 1.0f);
      hue[i] = Byte(int(std::nearbyint(h)));
      saturation[i] = Byte(int(std::nearbyint(s)));
      value[i] = Byte(int(most));
    }
    Byte *out = hsv + 3 * size_t(begin);
    for (int i = 0; i < n; ++i) {
      out[3 * i] = hue[i];
      out[3 * i + 1] = saturation[i];
      out[3 * i + 2] = value[i];
    }
  }
}

extern "C" void bgra_to_ycrcb_planes(const Byte *__restrict bgra, Byte *__restrict luma, Byte *__restrict red,
                                     Byte *__restrict blue, int pitch) {
  const int shift = 14, half = 1 << (shift - 1), pixels = pitch * 1536;
#pragma omp parallel for simd firstprivate(bgra, luma, red, blue)
  for (int i = 0; i < pixels; ++i) {
    int b = bgra[4 * i], g = bgra[4 * i + 1], r = bgra[4 * i + 2];
    int l = (4899 * r + 9617 * g + 1868 * b + half) >> shift;
    luma[i] = Byte(l);
    red[i] = Byte(std::clamp(((r - l) * 11682 + (128 << shift) + half) >> shift, 0, 255));
    blue[i] = Byte(std::clamp(((b - l) * 9241 + (128 << shift) + half) >> shift, 0, 255));
  }
}

/// Interpolates two source rows into one row of floats, then between its pixels, four floats at a time of which the
/// next pixel overwrites the last.
extern "C" void resize_bilinear_rgb(const Byte *src, int srcWidth, int srcHeight, int srcStride, Byte *dst,
                                    int dstWidth, int dstHeight, int dstStride, float scaleX, float scaleY) {
  const Taps columns(dstWidth, srcWidth, scaleX), rows(dstHeight, srcHeight, scaleY);
#pragma omp parallel firstprivate(srcWidth, srcStride, dstWidth, dstHeight, dstStride)
  {
    std::vector<float> vertical(3 * srcWidth + 1), blended(3 * dstWidth + 1);
#pragma omp for
    for (int y = 0; y < dstHeight; ++y) {
      const Byte *__restrict a = src + rows.low[y] * srcStride, *__restrict b = src + rows.high[y] * srcStride;
      float *__restrict t = vertical.data(), *__restrict m = blended.data(), weight = rows.weight[y];
      for (int i = 0; i < 3 * srcWidth; ++i)
        t[i] = float(a[i]) + float(b[i] - a[i]) * weight;
      for (int x = 0; x < dstWidth; ++x) {
        Quad p, q;
        std::memcpy(&p, t + 3 * columns.low[x], sizeof p);
        std::memcpy(&q, t + 3 * columns.high[x], sizeof q);
        Quad between = p + (q - p) * columns.weight[x];
        std::memcpy(m + 3 * x, &between, sizeof between);
      }
      Byte *__restrict out = dst + y * dstStride;
      for (int i = 0; i < 3 * dstWidth; ++i)
        out[i] = Byte(int(std::nearbyint(m[i])));
    }
  }
}

/// A source row is stretched once for all output rows between it and the next.
extern "C" void resize_bilinear_float(const float *src, int srcWidth, int srcHeight, float *dst) {
  const int width = 2048, height = 2048, rowsOfTask = 64;
  const Taps columns(width, srcWidth, float(srcWidth) / float(width)),
      rows(height, srcHeight, float(srcHeight) / float(height));
#pragma omp parallel for
  for (int begin = 0; begin < height; begin += rowsOfTask) {
    std::vector<float> stretched[2] = {std::vector<float>(width), std::vector<float>(width)};
    int held[2] = {-1, -1};
    auto rowOf = [&](int y) -> const float * {
      int place = y & 1;
      if (held[place] != y) {
        held[place] = y;
        const float *__restrict row = src + y * srcWidth;
        const int *__restrict low = columns.low.data(), *__restrict high = columns.high.data();
        const float *__restrict weight = columns.weight.data();
        float *__restrict out = stretched[place].data();
#pragma omp simd
        for (int x = 0; x < width; ++x)
          out[x] = row[low[x]] + (row[high[x]] - row[low[x]]) * weight[x];
      }
      return stretched[place].data();
    };
    for (int y = begin; y < begin + rowsOfTask; ++y) {
      const float *__restrict top = rowOf(rows.low[y]), *__restrict bottom = rowOf(rows.high[y]);
      float *__restrict out = dst + y * width, f = rows.weight[y];
#pragma omp simd
      for (int x = 0; x < width; ++x)
        out[x] = top[x] + (bottom[x] - top[x]) * f;
    }
  }
}

namespace {
/// Adds the votes of the points for one direction to a row of counters.
void vote(const float *__restrict xs, const float *__restrict ys, int count, float c, float s, int rhos, int *row) {
  const int block = 1024;
  int rho[block];
  for (int begin = 0; begin < count; begin += block) {
    const int n = std::min(block, count - begin);
#pragma omp simd
    for (int i = 0; i < n; ++i)
      rho[i] = int(std::nearbyint(xs[begin + i] * c + ys[begin + i] * s)) + rhos / 2;
    for (int i = 0; i < n; ++i)
      ++row[rho[i]];
  }
}
} // namespace

/// Collects the edges, then votes angle by angle: a row of counters belongs to one thread and stays in its cache.
extern "C" void hough_lines_atomic(const Byte *edges, int width, int height, Byte threshold, const float *directions,
                                   int angles, int *votes, int rhos) {
  std::vector<float> xs, ys;
#pragma omp parallel
  {
    std::vector<float> someXs, someYs;
#pragma omp for
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        if (edges[y * width + x] >= threshold) {
          someXs.push_back(float(x));
          someYs.push_back(float(y));
        }
#pragma omp critical
    {
      xs.insert(xs.end(), someXs.begin(), someXs.end());
      ys.insert(ys.end(), someYs.begin(), someYs.end());
    }
  }
#pragma omp parallel for schedule(dynamic)
  for (int a = 0; a < angles; ++a)
    vote(xs.data(), ys.data(), int(xs.size()), directions[2 * a], directions[2 * a + 1], rhos, votes + a * rhos);
}

extern "C" void hough_lines_local(const uint32_t *points, int count, const float *cosines, const float *sines,
                                  uint16_t *votes, int rhos) {
  const int angles = 360;
  std::vector<float> xs(count), ys(count);
#pragma omp parallel
  {
#pragma omp for simd
    for (int i = 0; i < count; ++i) {
      xs[i] = float(int(points[i] & 0xffff)) * (1.0f / 64.0f);
      ys[i] = float(int(points[i] >> 16)) * (1.0f / 64.0f);
    }
    std::vector<int> row(rhos);
#pragma omp for schedule(dynamic)
    for (int a = 0; a < angles; ++a) {
      std::fill(row.begin(), row.end(), 0);
      vote(xs.data(), ys.data(), count, cosines[a], sines[a], rhos, row.data());
      for (int i = 0; i < rhos; ++i)
        votes[a * rhos + i] = uint16_t(std::min(row[i], 65535));
    }
  }
}
