// The work of the kernels on fields over grids, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

constexpr int stepX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constexpr int stepY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

/// Relaxes the nine values of a cell towards their equilibrium.
inline void collide(float f[9], float omega) {
  float density = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8];
  float inverse = 1 / density;
  float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) * inverse;
  float uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) * inverse;
  float base = 1 - 1.5f * (ux * ux + uy * uy);
  auto relax = [&](int q, float weight, float along) {
    float rest = weight * density * (base + along * (3 + 4.5f * along));
    f[q] -= omega * (f[q] - rest);
  };
  relax(0, 4.0f / 9, 0);
  relax(1, 1.0f / 9, ux);
  relax(2, 1.0f / 9, uy);
  relax(3, 1.0f / 9, -ux);
  relax(4, 1.0f / 9, -uy);
  relax(5, 1.0f / 36, ux + uy);
  relax(6, 1.0f / 36, uy - ux);
  relax(7, 1.0f / 36, -ux - uy);
  relax(8, 1.0f / 36, ux - uy);
}

} // namespace

/// Nine rows stream into nine rows; only the first and the last column wrap around.
extern "C" void lbm_pull_soa(const float *from, float *to, int width, int height, float omega) {
  const int cells = width * height;
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const float *__restrict source[9];
    float *__restrict target[9];
    for (int q = 0; q < 9; ++q) {
      source[q] = from + q * cells + (y - stepY[q] + height) % height * width;
      target[q] = to + q * cells + y * width;
    }
    auto edge = [&](int x) {
      float f[9];
      for (int q = 0; q < 9; ++q)
        f[q] = source[q][(x - stepX[q] + width) % width];
      collide(f, omega);
      for (int q = 0; q < 9; ++q)
        target[q][x] = f[q];
    };
    edge(0);
    edge(width - 1);
#pragma omp simd
    for (int x = 1; x < width - 1; ++x) {
      float f[9] = {source[0][x],     source[1][x - 1], source[2][x],     source[3][x + 1], source[4][x],
                    source[5][x - 1], source[6][x + 1], source[7][x + 1], source[8][x - 1]};
      collide(f, omega);
      target[0][x] = f[0];
      target[1][x] = f[1];
      target[2][x] = f[2];
      target[3][x] = f[3];
      target[4][x] = f[4];
      target[5][x] = f[5];
      target[6][x] = f[6];
      target[7][x] = f[7];
      target[8][x] = f[8];
    }
  }
}

/// Blocks of 64 cells are transposed, so that the collision runs in vectors, and go out to the three rows around.
extern "C" void lbm_push_aos(const float *from, float *to, const uint8_t *solid, int width, int height, float omega) {
  constexpr int block = 64;
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    float f[9][block], reflected[9][block];
    for (int begin = 0; begin < width; begin += block) {
      const int count = std::min(block, width - begin);
      const float *cells = from + (static_cast<ptrdiff_t>(y) * width + begin) * 9;
      const uint8_t *flags = solid + y * width + begin;
      for (int i = 0; i < count; ++i)
        for (int q = 0; q < 9; ++q)
          f[q][i] = cells[i * 9 + q];
#pragma omp simd
      for (int i = 0; i < count; ++i) {
        float cell[9] = {f[0][i], f[1][i], f[2][i], f[3][i], f[4][i], f[5][i], f[6][i], f[7][i], f[8][i]};
        collide(cell, omega);
        for (int q = 0; q < 9; ++q)
          reflected[q][i] = flags[i] == 0 ? f[opposite[q]][i] : cell[q];
      }
      for (int q = 0; q < 9; ++q) {
        const int row = (y + stepY[q] + height) % height * width;
        const int first = begin + stepX[q];
        for (int i = 0; i < count; ++i) {
          int x = first + i;
          x = x < 0 ? width - 1 : x >= width ? 0 : x;
          to[(row + x) * 9 + q] = reflected[q][i];
        }
      }
    }
  }
}

extern "C" void fdtd_2d_materials(float *ez, const float *hx, const float *hy, const uint8_t *material,
                                  const float *decay, const float *curl, int width, int height) {
#pragma omp parallel for
  for (int y = 1; y < height - 1; ++y) {
    float *__restrict e = ez + y * width;
    const float *below = hx + (y - 1) * width, *at = hx + y * width, *across = hy + y * width;
    const uint8_t *kind = material + y * width;
#pragma omp simd
    for (int x = 1; x < width - 1; ++x)
      e[x] = decay[kind[x]] * e[x] + curl[kind[x]] * ((across[x] - across[x - 1]) - (at[x] - below[x]));
  }
}

extern "C" void fdtd_3d_double(double *ex, double *ey, double *ez, const double *hx, const double *hy, const double *hz,
                               double scale) {
  constexpr ptrdiff_t width = 128, height = 96, depth = 64, pitch = width + 1, plane = pitch * (height + 1);
#pragma omp parallel for
  for (ptrdiff_t z = 1; z <= depth; ++z)
    for (ptrdiff_t y = 1; y <= height; ++y) {
      const ptrdiff_t row = z * plane + y * pitch;
#pragma omp simd
      for (ptrdiff_t i = row + 1; i <= row + width; ++i) {
        ex[i] += scale * ((hz[i] - hz[i - pitch]) - (hy[i] - hy[i - plane]));
        ey[i] += scale * ((hx[i] - hx[i - plane]) - (hz[i] - hz[i - 1]));
        ez[i] += scale * ((hy[i] - hy[i - 1]) - (hx[i] - hx[i - pitch]));
      }
    }
}

extern "C" void wave_2d_double(const double *now, double *before, const double *velocity, int width, int height) {
  constexpr double c0 = 2 * -205.0 / 72, c1 = 8.0 / 5, c2 = -1.0 / 5, c3 = 8.0 / 315, c4 = -1.0 / 560;
#pragma omp parallel for
  for (int y = 4; y < height - 4; ++y) {
    const double *n = now + y * width, *v = velocity + y * width;
    double *b = before + y * width;
#pragma omp simd
    for (int x = 4; x < width - 4; ++x) {
      double sum = c0 * n[x] + c1 * ((n[x - 1] + n[x + 1]) + (n[x - width] + n[x + width])) +
                   c2 * ((n[x - 2] + n[x + 2]) + (n[x - 2 * width] + n[x + 2 * width])) +
                   c3 * ((n[x - 3] + n[x + 3]) + (n[x - 3 * width] + n[x + 3 * width])) +
                   c4 * ((n[x - 4] + n[x + 4]) + (n[x - 4 * width] + n[x + 4 * width]));
      b[x] = 2 * n[x] - b[x] + v[x] * sum;
    }
  }
}

/// Tiles of 32 rows keep the nine planes of a tile in the second-level cache.
extern "C" void wave_3d_tiled(const float *now, float *next, int pitch, int plane, int depth) {
  constexpr float c0 = -205.0f / 24 * 0.05f, c1 = 0.08f, c2 = -0.01f, c3 = 0.05f * 8 / 315, c4 = -0.05f / 560;
  constexpr int width = 256, height = 128, tile = 32;
#pragma omp parallel for
  for (int begin = 0; begin < height; begin += tile)
    for (int z = 4; z < depth + 4; ++z)
      for (int y = begin + 4; y < begin + tile + 4; ++y) {
        const float *n = now + z * plane + y * pitch;
        float *__restrict out = next + z * plane + y * pitch;
        auto around = [=](int x, int r) {
          return ((n[x - r] + n[x + r]) + (n[x - r * pitch] + n[x + r * pitch])) +
                 (n[x - r * plane] + n[x + r * plane]);
        };
#pragma omp simd
        for (int x = 4; x < width + 4; ++x)
          out[x] = n[x] + c0 * n[x] + c1 * around(x, 1) + c2 * around(x, 2) + c3 * around(x, 3) + c4 * around(x, 4);
      }
}
