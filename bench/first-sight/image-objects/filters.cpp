// The work of the kernels that filter neighbourhoods of image objects, as careful C++. Rows of images are without gaps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../exponential.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {
using Byte = uint8_t;

/// Writes a row with so many copies of its first and last pixels in front and behind.
template <typename T> void pad(const T *row, int n, int border, T *padded) {
  std::fill(padded, padded + border, row[0]);
  std::memcpy(padded + border, row, n * sizeof *row);
  std::fill(padded + border + n, padded + 2 * border + n, row[n - 1]);
}

void sobelRow(const Byte *__restrict a, const Byte *__restrict b, const Byte *__restrict c, float *__restrict out,
              int width) {
#pragma omp simd
  for (int x = 0; x < width; ++x) {
    int gx = (a[x + 2] - a[x]) + 2 * (b[x + 2] - b[x]) + (c[x + 2] - c[x]);
    int gy = (c[x] - a[x]) + 2 * (c[x + 1] - a[x + 1]) + (c[x + 2] - a[x + 2]);
    out[x] = std::sqrt(float(gx * gx + gy * gy)) * (1.0f / 255.0f);
  }
}

void sobelRow(const Byte *__restrict a, const Byte *__restrict b, const Byte *__restrict c, Byte *__restrict out,
              int width) {
#pragma omp simd
  for (int x = 0; x < width; ++x) {
    int16_t gx = int16_t((a[x + 2] - a[x]) + 2 * (b[x + 2] - b[x]) + (c[x + 2] - c[x]));
    int16_t gy = int16_t((c[x] - a[x]) + 2 * (c[x + 1] - a[x + 1]) + (c[x + 2] - a[x + 2]));
    int16_t sum = int16_t(std::abs(gx) + std::abs(gy));
    out[x] = Byte(std::min<int16_t>(sum, 255));
  }
}
} // namespace

extern "C" void sobel_image_unorm(const Byte *src, float *dst, int width, int height) {
#pragma omp parallel firstprivate(width, height)
  {
    std::vector<Byte> rows(3 * (width + 2));
    Byte *padded[3] = {&rows[0], &rows[width + 2], &rows[2 * (width + 2)]};
#pragma omp for
    for (int y = 0; y < height; ++y) {
      for (int j = 0; j < 3; ++j)
        pad(src + std::clamp(y + j - 1, 0, height - 1) * width, width, 1, padded[j]);
      sobelRow(padded[0], padded[1], padded[2], dst + y * width, width);
    }
  }
}

extern "C" void sobel_image_uint(const Byte *src, Byte *dst) {
  const int width = 4096, height = 2048;
#pragma omp parallel
  {
    std::vector<Byte> rows(3 * (width + 2));
    Byte *padded[3] = {&rows[0], &rows[width + 2], &rows[2 * (width + 2)]};
#pragma omp for
    for (int y = 0; y < height; ++y) {
      for (int j = 0; j < 3; ++j) {
        if (y + j - 1 < 0 || y + j - 1 >= height)
          std::memset(padded[j] + 1, 0, width);
        else
          std::memcpy(padded[j] + 1, src + (y + j - 1) * width, width);
      }
      sobelRow(padded[0], padded[1], padded[2], dst + y * width, width);
    }
  }
}

namespace {
struct Sums {
  std::vector<float> red, green, blue, alpha, weight;
  explicit Sums(int n) : red(n), green(n), blue(n), alpha(n), weight(n) {}
};

/// Planes of the image with two more pixels on each side.
struct Planes {
  static constexpr int BORDER = 2;
  int pitch;
  std::vector<float> channels[4];

  Planes(const float *rgba, int width, int height) : pitch(width + 2 * BORDER) {
    for (auto &channel : channels)
      channel.resize(size_t(pitch) * height);
#pragma omp parallel for
    for (int y = 0; y < height; ++y) {
      const float *row = rgba + size_t(y) * width * 4;
      for (int k = 0; k < 4; ++k) {
        float *out = &channels[k][size_t(y) * pitch];
        for (int x = 0; x < width; ++x)
          out[x + BORDER] = row[4 * x + k];
        for (int x = 0; x < BORDER; ++x) {
          out[x] = out[BORDER];
          out[width + BORDER + x] = out[width + BORDER - 1];
        }
      }
    }
  }
};

void addNeighbours(const float *__restrict r, const float *__restrict g, const float *__restrict b,
                   const float *__restrict a, const float *__restrict r0, const float *__restrict g0,
                   const float *__restrict b0, float distance, float range, Sums &sums, int width) {
  float *__restrict red = sums.red.data(), *__restrict green = sums.green.data(), *__restrict blue = sums.blue.data(),
                    *__restrict alpha = sums.alpha.data(), *__restrict weight = sums.weight.data();
#pragma omp simd
  for (int x = 0; x < width; ++x) {
    float dr = r[x] - r0[x], dg = g[x] - g0[x], db = b[x] - b0[x];
    float w = exponential(-distance - (dr * dr + dg * dg + db * db) * range);
    red[x] += r[x] * w;
    green[x] += g[x] * w;
    blue[x] += b[x] * w;
    alpha[x] += a[x] * w;
    weight[x] += w;
  }
}
} // namespace

extern "C" void bilateral_image_rgba(const float *src, float *dst, float spatial, float range) {
  const int width = 801, height = 449, border = Planes::BORDER;
  const Planes planes(src, width, height);
#pragma omp parallel
  {
    Sums sums(width);
#pragma omp for
    for (int y = 0; y < height; ++y) {
      for (auto *sum : {&sums.red, &sums.green, &sums.blue, &sums.alpha, &sums.weight})
        std::fill(sum->begin(), sum->end(), 0.0f);
      const size_t centre = size_t(y) * planes.pitch + border;
      for (int dy = -border; dy <= border; ++dy)
        for (int dx = -border; dx <= border; ++dx) {
          const size_t at = size_t(std::clamp(y + dy, 0, height - 1)) * planes.pitch + border + dx;
          addNeighbours(&planes.channels[0][at], &planes.channels[1][at], &planes.channels[2][at],
                        &planes.channels[3][at], &planes.channels[0][centre], &planes.channels[1][centre],
                        &planes.channels[2][centre], float(dx * dx + dy * dy) * spatial, range, sums, width);
        }
      float *out = dst + size_t(y) * width * 4;
      for (int x = 0; x < width; ++x) {
        float inverse = 1.0f / sums.weight[x];
        out[4 * x] = sums.red[x] * inverse;
        out[4 * x + 1] = sums.green[x] * inverse;
        out[4 * x + 2] = sums.blue[x] * inverse;
        out[4 * x + 3] = sums.alpha[x] * inverse;
      }
    }
  }
}

namespace {
void addNeighbours(const float *__restrict p, const float *__restrict centre, float spatial, float range,
                   float *__restrict sum, float *__restrict weights, int width) {
#pragma omp simd
  for (int x = 0; x < width; ++x) {
    float d = p[x] - centre[x], w = spatial * exponential(-d * d * range);
    sum[x] += p[x] * w;
    weights[x] += w;
  }
}
} // namespace

/// The 25 weights of a pixel depend on differences of bytes, but a vector's polynomial is faster than reads from a
/// table.
extern "C" void bilateral_image_gray(const Byte *src, float *dst, const float *spatial, float range) {
  const int width = 1024, height = 512, border = 2, pitch = width + 2 * border;
#pragma omp parallel
  {
    std::vector<float> window(5 * pitch), sums(width), weights(width);
#pragma omp for
    for (int y = 0; y < height; ++y) {
      for (int j = 0; j < 5; ++j) {
        const Byte *row = src + std::clamp(y + j - border, 0, height - 1) * width;
        float *to = &window[j * pitch];
        for (int x = 0; x < width; ++x)
          to[x + border] = float(row[x]) * (1.0f / 255.0f);
        to[0] = to[1] = to[2];
        to[width + 2] = to[width + 3] = to[width + 1];
      }
      std::fill(sums.begin(), sums.end(), 0.0f);
      std::fill(weights.begin(), weights.end(), 0.0f);
      for (int k = 0; k < 25; ++k)
        addNeighbours(&window[k / 5 * pitch + k % 5], &window[border * pitch + border], spatial[k], range, sums.data(),
                      weights.data(), width);
      float *__restrict out = dst + y * width;
#pragma omp simd
      for (int x = 0; x < width; ++x)
        out[x] = sums[x] / weights[x];
    }
  }
}

extern "C" void gauss_image_row_ushort(const uint16_t *src, uint16_t *dst, int width, int height) {
#pragma omp parallel firstprivate(width, height)
  {
    std::vector<uint16_t> padded(width + 8);
#pragma omp for
    for (int y = 0; y < height; ++y) {
      pad(src + y * width, width, 4, padded.data());
      const uint16_t *__restrict p = padded.data();
      uint16_t *__restrict out = dst + y * width;
#pragma omp simd
      for (int x = 0; x < width; ++x) {
        uint32_t sum = 128u + p[x] + p[x + 8] + 8u * (uint32_t(p[x + 1]) + p[x + 7]) +
                       28u * (uint32_t(p[x + 2]) + p[x + 6]) + 56u * (uint32_t(p[x + 3]) + p[x + 5]) + 70u * p[x + 4];
        out[x] = uint16_t(sum >> 8);
      }
    }
  }
}

/// A strip of columns is narrow enough for its rows to stay in the first cache while the window passes over them.
extern "C" void gauss_image_column_rgba(const Byte *src, Byte *dst, const float *weights, int radius) {
  const int row = 4 * 2048, height = 1024, strip = 1024;
#pragma omp parallel for collapse(2) schedule(static)
  for (int left = 0; left < row; left += strip)
    for (int y = 0; y < height; ++y) {
      float sums[strip] = {};
      for (int i = -radius; i <= radius; ++i) {
        const Byte *__restrict in = src + std::clamp(y + i, 0, height - 1) * row + left;
        const float weight = weights[i + radius];
#pragma omp simd
        for (int x = 0; x < strip; ++x)
          sums[x] += weight * float(in[x]);
      }
      Byte *__restrict out = dst + y * row + left;
#pragma omp simd
      for (int x = 0; x < strip; ++x)
        out[x] = Byte(int(std::nearbyint(std::min(sums[x], 255.0f))));
    }
}

extern "C" void laplace_image_int(const int32_t *src, int32_t *dst) {
  const int width = 2047, height = 1025;
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const int32_t *__restrict p = src + y * width;
    int32_t *__restrict out = dst + y * width;
    if (y == 0 || y == height - 1) {
      std::fill(out, out + width, 0);
      continue;
    }
    out[0] = out[width - 1] = 0;
#pragma omp simd
    for (int x = 1; x < width - 1; ++x)
      out[x] = p[x - 1] + p[x + 1] + p[x - width] + p[x + width] - 4 * p[x];
  }
}
