// The work of the kernels of gradient noise, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdint>
#include <vector>

namespace {
inline float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

/// The factors of x and y in the dot product with a gradient.
inline void factorsOf(uint32_t hash, float &x, float &y) {
  const float small = hash & 1 ? -1.0f : 1.0f, large = hash & 2 ? -2.0f : 2.0f;
  x = hash & 4 ? large : small;
  y = hash & 4 ? small : large;
}

/// Interpolates the gradients of two rows of corners, so that a corner's part of the noise is offset + slope * x.
void corners(const int *table, int first, int count, float y, std::vector<float> &slope, std::vector<float> &offset) {
  const float top = std::floor(y), below = y - top, v = fade(below);
  const int iy = int(top);
  for (int i = 0; i <= count; ++i) {
    const int column = table[(first + i) & 255];
    float x0, y0, x1, y1;
    factorsOf(uint32_t(table[(column + iy) & 255]), x0, y0);
    factorsOf(uint32_t(table[(column + iy + 1) & 255]), x1, y1);
    slope[i] = x0 + (x1 - x0) * v;
    offset[i] = y0 * below + (y1 * (below - 1.0f) - y0 * below) * v;
  }
}

void addOctave(const float *__restrict slope, const float *__restrict offset, float scale, float amplitude,
               float *__restrict row, int width) {
#pragma omp simd
  for (int i = 0; i < width; ++i) {
    const float x = float(i) * scale, left = std::floor(x), along = x - left, u = fade(along);
    const int cell = int(left);
    const float a = offset[cell] + slope[cell] * along, b = offset[cell + 1] + slope[cell + 1] * (along - 1.0f);
    row[i] += amplitude * (a + (b - a) * u);
  }
}
} // namespace

/// Along a row, an octave has far fewer corners than pixels; each corner is hashed once for the row.
extern "C" void perlin_octaves(const int *table, float *image, int width, int height, int octaves, float scale) {
  const int mostCorners = int(std::ceil(float(width) * scale * float(1 << (octaves - 1)))) + 2;
#pragma omp parallel firstprivate(width, height, octaves)
  {
    std::vector<float> slope(mostCorners + 1), offset(mostCorners + 1);
#pragma omp for
    for (int y = 0; y < height; ++y) {
      float *row = image + y * width, amplitude = 0.5f, octaveScale = scale;
      for (int x = 0; x < width; ++x)
        row[x] = 0.0f;
      for (int i = 0; i < octaves; ++i) {
        corners(table, 0, int(float(width - 1) * octaveScale) + 1, float(y) * octaveScale, slope, offset);
        addOctave(slope.data(), offset.data(), octaveScale, amplitude, row, width);
        amplitude *= 0.5f;
        octaveScale *= 2.0f;
      }
    }
  }
}

namespace {
inline uint32_t cornerHash(int x, int y) {
  uint32_t h = uint32_t(x) * 0x9e3779b1u ^ uint32_t(y) * 0x85ebca77u;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ (h >> 13);
}

inline float corner(int ix, int iy, float x, float y) {
  float t = 0.5f - x * x - y * y, gx, gy;
  t = t < 0.0f ? 0.0f : t;
  factorsOf(cornerHash(ix, iy), gx, gy);
  return t * t * t * t * (gx * x + gy * y);
}

inline float simplex(float x, float y) {
  const float skew = 0.36602540f, unskew = 0.21132487f, s = (x + y) * skew;
  const int i = int(std::floor(x + s)), j = int(std::floor(y + s));
  const float t = float(i + j) * unskew, x0 = x - (float(i) - t), y0 = y - (float(j) - t);
  const int i1 = x0 > y0 ? 1 : 0, j1 = 1 - i1;
  return 40.0f * (corner(i, j, x0, y0) + corner(i + i1, j + j1, x0 - float(i1) + unskew, y0 - float(j1) + unskew) +
                  corner(i + 1, j + 1, x0 - 1.0f + 2.0f * unskew, y0 - 1.0f + 2.0f * unskew));
}
} // namespace

extern "C" void simplex_turbulence(float *__restrict image, float scale) {
  const int width = 1024, height = 512;
#pragma omp parallel for firstprivate(image, scale)
  for (int row = 0; row < height; ++row) {
    float *__restrict out = image + row * width;
    const float y = float(row) * scale;
#pragma omp simd
    for (int column = 0; column < width; ++column) {
      const float x = float(column) * scale;
      out[column] = std::fabs(simplex(x, y)) + 0.5f * std::fabs(simplex(2.0f * x, 2.0f * y)) +
                    0.25f * std::fabs(simplex(4.0f * x, 4.0f * y));
    }
  }
}
