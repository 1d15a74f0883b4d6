// The work of the kernels on particles and elements, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <omp.h>
#include <vector>

/// Blocks of 64 atoms keep their sums in cache while their k-th neighbours are read in order.
extern "C" void lennard_jones_lists(const float *position, float *force, const int *neighbours, const int *counts,
                                    int atoms, float cutoff2, float least2) {
  constexpr int block = 64;
#pragma omp parallel for schedule(static)
  for (int begin = 0; begin < atoms; begin += block) {
    const int count = std::min(block, atoms - begin);
    float fx[block] = {}, fy[block] = {}, fz[block] = {}, energy[block] = {}, px[block], py[block], pz[block];
    int most = 0;
    for (int i = 0; i < count; ++i) {
      px[i] = position[4 * (begin + i)];
      py[i] = position[4 * (begin + i) + 1];
      pz[i] = position[4 * (begin + i) + 2];
      most = std::max(most, counts[begin + i]);
    }
    for (int k = 0; k < most; ++k) {
      const int *list = neighbours + static_cast<ptrdiff_t>(k) * atoms + begin;
#pragma omp simd
      for (int i = 0; i < count; ++i) {
        int j = list[i];
        float dx = px[i] - position[4 * j], dy = py[i] - position[4 * j + 1], dz = pz[i] - position[4 * j + 2];
        float r2 = dx * dx + dy * dy + dz * dz;
        float inverse2 = 1 / std::max(r2, least2), inverse6 = inverse2 * inverse2 * inverse2;
        bool near = (k < counts[begin + i]) & (r2 < cutoff2);
        float strength = near ? 24 * inverse2 * inverse6 * (2 * inverse6 - 1) : 0;
        fx[i] += dx * strength;
        fy[i] += dy * strength;
        fz[i] += dz * strength;
        energy[i] += near ? 4 * inverse6 * (inverse6 - 1) : 0;
      }
    }
    for (int i = 0; i < count; ++i) {
      force[4 * (begin + i)] = fx[i];
      force[4 * (begin + i) + 1] = fy[i];
      force[4 * (begin + i) + 2] = fz[i];
      force[4 * (begin + i) + 3] = energy[i];
    }
  }
}

extern "C" void grain_contacts(const double *px, const double *py, const double *pz, const double *radius,
                               const int16_t *offsets, double *fx, double *fy, double *fz, double stiffness) {
  constexpr int grains = 65536, neighbours = 32;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < grains; ++i) {
    const int16_t *list = offsets + i * neighbours;
    const double x = px[i], y = py[i], z = pz[i], r = radius[i];
    double sx = 0, sy = 0, sz = 0;
#pragma omp simd reduction(+ : sx, sy, sz)
    for (int k = 0; k < neighbours; ++k) {
      int j = i + list[k];
      j = j < 0 ? 0 : j > grains - 1 ? grains - 1 : j;
      double dx = x - px[j], dy = y - py[j], dz = z - pz[j];
      double distance = std::sqrt(dx * dx + dy * dy + dz * dz);
      double overlap = r + radius[j] - distance;
      bool touches = (j != i) & (overlap > 0);
      overlap = touches ? overlap : 0;
      double push = stiffness * overlap * std::sqrt(overlap) / (touches ? distance : 1);
      sx += push * dx;
      sy += push * dy;
      sz += push * dz;
    }
    fx[i] = sx;
    fy[i] = sy;
    fz[i] = sz;
  }
}

namespace {

/// Gives each thread sums of its own, and adds these to the result in the end.
template <typename Number, typename Body> void scatterPrivately(Number *result, int places, int items, Body body) {
  std::vector<Number> sums;
#pragma omp parallel
  {
    const int threads = omp_get_num_threads(), thread = omp_get_thread_num();
#pragma omp single
    sums.resize(static_cast<size_t>(threads - 1) * places);
    // The first thread adds to the result itself.
    Number *own = thread == 0 ? result : sums.data() + static_cast<size_t>(thread - 1) * places;
#pragma omp for schedule(static)
    for (int i = 0; i < items; ++i)
      body(own, i);
#pragma omp for schedule(static)
    for (int begin = 0; begin < places; begin += 1024)
      for (int other = 0; other + 1 < threads; ++other) {
        const Number *from = sums.data() + static_cast<size_t>(other) * places;
        for (int i = begin; i < std::min(begin + 1024, places); ++i)
          result[i] += from[i];
      }
  }
}

} // namespace

extern "C" void element_load_scatter(const int *first, const int *second, const int *third, const float *node,
                                     const float *source, float *load, int elements) {
  scatterPrivately(load, 100000, elements, [=](float *sums, int e) {
    const int a = first[e], b = second[e], c = third[e];
    float qx = node[2 * b] - node[2 * a], qy = node[2 * b + 1] - node[2 * a + 1];
    float rx = node[2 * c] - node[2 * a], ry = node[2 * c + 1] - node[2 * a + 1];
    float share = std::fabs(qx * ry - qy * rx) * (1.0f / 24);
    float sa = source[a], sb = source[b], sc = source[c], sum = sa + sb + sc;
    sums[a] += share * (sum + sa);
    sums[b] += share * (sum + sb);
    sums[c] += share * (sum + sc);
  });
}

extern "C" void charge_deposit(const float *position, const uint16_t *charge, int *grid) {
  constexpr int particles = 524288, side = 512;
  scatterPrivately(grid, side * side, particles, [=](int *sums, int i) {
    float px = position[2 * i], py = position[2 * i + 1], q = charge[i];
    int x = static_cast<int>(px), y = static_cast<int>(py);
    float wx = px - static_cast<float>(x), wy = py - static_cast<float>(y);
    int *at = sums + y * side + x;
    at[0] += static_cast<int>(q * (1 - wx) * (1 - wy));
    at[1] += static_cast<int>(q * wx * (1 - wy));
    at[side] += static_cast<int>(q * (1 - wx) * wy);
    at[side + 1] += static_cast<int>(q * wx * wy);
  });
}
