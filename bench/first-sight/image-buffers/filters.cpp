// The work of the kernels that filter neighbourhoods of images in buffers, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {
using Byte = uint8_t;

inline int wrap(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

/// Sorts the three values of each column, then takes the median from the greatest low, the middle middle and the least
/// high. The rows have CHANNELS bytes in front of and behind their n bytes.
template <int CHANNELS> struct MedianRows {
  std::vector<Byte> low, middle, high;

  explicit MedianRows(int n) : low(n + 2 * CHANNELS), middle(low), high(low) {}

  void filter(const Byte *__restrict a, const Byte *__restrict b, const Byte *__restrict c, Byte *__restrict out, int n,
              bool wrapped) {
    Byte *__restrict l = low.data(), *__restrict m = middle.data(), *__restrict h = high.data();
    for (int i = 0; i < n; ++i) {
      Byte least = std::min(a[i], b[i]), most = std::max(a[i], b[i]);
      l[i + CHANNELS] = std::min(least, c[i]);
      m[i + CHANNELS] = std::max(least, std::min(most, c[i]));
      h[i + CHANNELS] = std::max(most, c[i]);
    }
    for (Byte *row : {l, m, h})
      for (int k = 0; k < CHANNELS; ++k) {
        row[k] = wrapped ? row[n + k] : row[CHANNELS + k];
        row[n + CHANNELS + k] = wrapped ? row[CHANNELS + k] : row[n + k];
      }
    for (int i = 0; i < n; ++i) {
      Byte lows = std::max(std::max(l[i], l[i + CHANNELS]), l[i + 2 * CHANNELS]);
      Byte highs = std::min(std::min(h[i], h[i + CHANNELS]), h[i + 2 * CHANNELS]);
      Byte p = m[i], q = m[i + CHANNELS], r = m[i + 2 * CHANNELS];
      Byte middles = std::max(std::min(p, q), std::min(std::max(p, q), r));
      out[i] = std::max(std::min(lows, highs), std::min(std::max(lows, highs), middles));
    }
  }
};
} // namespace

extern "C" void median_3x3_gray(const Byte *src, Byte *dst, int width, int height) {
#pragma omp parallel
  {
    MedianRows<1> rows(width);
#pragma omp for
    for (int y = 0; y < height; ++y)
      rows.filter(src + std::max(y - 1, 0) * width, src + y * width, src + std::min(y + 1, height - 1) * width,
                  dst + y * width, width, false);
  }
}

extern "C" void median_3x3_rgb_wrapped(const Byte *src, Byte *dst) {
  const int height = 1536, row = 3 * 2048;
#pragma omp parallel
  {
    MedianRows<3> rows(row);
#pragma omp for
    for (int y = 0; y < height; ++y)
      rows.filter(src + wrap(y - 1, height) * row, src + y * row, src + wrap(y + 1, height) * row, dst + y * row, row,
                  true);
  }
}

/// The inside of a row needs no wrapping; a padded copy of the row serves its two ends as well.
extern "C" void dilate_cross_wrapped(const uint16_t *src, uint16_t *dst, unsigned width, unsigned height) {
  const int radius = 3, w = int(width), h = int(height);
#pragma omp parallel
  {
    std::vector<uint16_t> padded(w + 2 * radius);
#pragma omp for
    for (int y = 0; y < h; ++y) {
      const uint16_t *row = src + y * w;
      std::memcpy(&padded[radius], row, w * sizeof *row);
      std::memcpy(&padded[0], row + w - radius, radius * sizeof *row);
      std::memcpy(&padded[w + radius], row, radius * sizeof *row);
      const uint16_t *__restrict p = padded.data(), *__restrict u1 = src + wrap(y - 1, h) * w,
                                 *__restrict u2 = src + wrap(y - 2, h) * w, *__restrict u3 = src + wrap(y - 3, h) * w,
                                 *__restrict d1 = src + wrap(y + 1, h) * w, *__restrict d2 = src + wrap(y + 2, h) * w,
                                 *__restrict d3 = src + wrap(y + 3, h) * w;
      uint16_t *__restrict out = dst + y * w;
      for (int x = 0; x < w; ++x) {
        uint16_t across = std::max(std::max(std::max(p[x], p[x + 1]), std::max(p[x + 2], p[x + 3])),
                                   std::max(std::max(p[x + 4], p[x + 5]), p[x + 6]));
        uint16_t along = std::max(std::max(std::max(u1[x], u2[x]), std::max(u3[x], d1[x])), std::max(d2[x], d3[x]));
        out[x] = std::max(across, along);
      }
    }
  }
}

/// Greatest of seven rows, then of seven columns from greatests of two and of four.
extern "C" void dilate_7x7_local(const Byte *src, Byte *dst, int width, int height) {
  const int radius = 3;
#pragma omp parallel firstprivate(width, height)
  {
    std::vector<Byte> column(width + 2 * radius), pair(width + 2 * radius);
#pragma omp for
    for (int y = 0; y < height; ++y) {
      const Byte *rows[7];
      for (int j = 0; j < 7; ++j)
        rows[j] = src + std::clamp(y + j - radius, 0, height - 1) * width;
      const Byte *__restrict r0 = rows[0], *__restrict r1 = rows[1], *__restrict r2 = rows[2], *__restrict r3 = rows[3],
                             *__restrict r4 = rows[4], *__restrict r5 = rows[5], *__restrict r6 = rows[6];
      Byte *__restrict c = column.data(), *__restrict two = pair.data(), *__restrict out = dst + y * width;
      for (int x = 0; x < width; ++x)
        c[x + radius] =
            std::max(std::max(std::max(r0[x], r1[x]), std::max(r2[x], r3[x])), std::max(std::max(r4[x], r5[x]), r6[x]));
      std::memset(c, c[radius], radius);
      std::memset(c + width + radius, c[width + radius - 1], radius);
      for (int x = 0; x < width + 2 * radius - 1; ++x)
        two[x] = std::max(c[x], c[x + 1]);
      for (int x = 0; x < width; ++x)
        out[x] = std::max(std::max(two[x], two[x + 2]), std::max(two[x + 4], c[x + 6]));
    }
  }
}

/// Weighted sums of columns in 16 bits, then of rows.
extern "C" void gauss_5x5_rgb_clamped(const Byte *src, Byte *dst, int width, int height) {
#pragma omp parallel firstprivate(width, height)
  {
    const int n = 3 * width;
    std::vector<uint16_t> sums(n + 12);
#pragma omp for
    for (int y = 0; y < height; ++y) {
      const Byte *__restrict a = src + std::max(y - 2, 0) * n, *__restrict b = src + std::max(y - 1, 0) * n,
                             *__restrict c = src + y * n, *__restrict d = src + std::min(y + 1, height - 1) * n,
                             *__restrict e = src + std::min(y + 2, height - 1) * n;
      uint16_t *__restrict s = sums.data();
      Byte *__restrict out = dst + y * n;
      for (int i = 0; i < n; ++i)
        s[i + 6] = uint16_t(a[i] + e[i] + 4 * (b[i] + d[i]) + 6 * c[i]);
      for (int i = 0; i < 6; ++i) {
        s[i] = s[6 + i % 3];
        s[n + 6 + i] = s[n + 3 + i % 3];
      }
      for (int i = 0; i < n; ++i)
        out[i] = Byte(uint16_t(s[i] + s[i + 12] + 4 * (s[i + 3] + s[i + 9]) + 6 * s[i + 6] + 128) >> 8);
    }
  }
}

extern "C" void gauss_5x5_float_local(const float *src, float *dst, int pitch) {
  const int width = 2048, height = 1024;
#pragma omp parallel
  {
    std::vector<float> sums(width + 4);
#pragma omp for
    for (int y = 0; y < height; ++y) {
      const float *__restrict a = src + std::max(y - 2, 0) * pitch, *__restrict b = src + std::max(y - 1, 0) * pitch,
                              *__restrict c = src + y * pitch,
                              *__restrict d = src + std::min(y + 1, height - 1) * pitch,
                              *__restrict e = src + std::min(y + 2, height - 1) * pitch;
      float *__restrict s = sums.data(), *__restrict out = dst + y * pitch;
      for (int x = 0; x < width; ++x)
        s[x + 2] = 0.0625f * (a[x] + e[x]) + 0.25f * (b[x] + d[x]) + 0.375f * c[x];
      s[0] = s[1] = s[2];
      s[width + 2] = s[width + 3] = s[width + 1];
      for (int x = 0; x < width; ++x)
        out[x] = 0.0625f * (s[x] + s[x + 4]) + 0.25f * (s[x + 1] + s[x + 3]) + 0.375f * s[x + 2];
    }
  }
}
