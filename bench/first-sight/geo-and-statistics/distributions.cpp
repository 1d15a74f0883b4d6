// The work of the kernels on mixtures, histograms, quantiles and densities, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lanes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

extern "C" void mixture_diagonal_rows(const float *points, const float *means, const float *precisions,
                                      const float *logWeights, float *shares, float *likelihoods, int count) {
  constexpr int parts = 8, dimensions = 3;
#pragma omp parallel for
  for (int group = 0; group < (count + lanes - 1) / lanes; ++group) {
    // The last vector of points may repeat some of the one before.
    int first = std::min(group * lanes, count - lanes);
    Floats point[dimensions], share[parts];
    for (int d = 0; d < dimensions; ++d)
      for (int lane = 0; lane < lanes; ++lane)
        point[d][lane] = points[(first + lane) * dimensions + d];
    for (int k = 0; k < parts; ++k) {
      Floats square{};
      for (int d = 0; d < dimensions; ++d) {
        Floats t = point[d] - means[k * dimensions + d];
        square += t * t * precisions[k * dimensions + d];
      }
      share[k] = logWeights[k] - 0.5f * square;
    }
    Floats greatest = share[0], sum{};
    for (int k = 1; k < parts; ++k)
      greatest = greater(greatest, share[k]);
    for (Floats &one : share) {
      one = exponential(one - greatest);
      sum += one;
    }
    Floats inverse = 1.0f / sum;
    for (Floats &one : share)
      one *= inverse;
    transpose(share);
    for (int lane = 0; lane < lanes; ++lane)
      storeVector(shares + (first + lane) * parts, share[lane]);
    storeVector(likelihoods + first, greatest + logarithm(sum));
  }
}

/// The kernel's groups of 128 points each have a sum.
extern "C" void mixture_full_columns(const float *x, const float *y, const float *means, const float *spreads,
                                     const float *skews, float *shares, float *sums) {
  constexpr int parts = 4, group = 128, count = 524288;
  float factors[parts];
  for (int k = 0; k < parts; ++k)
    factors[k] = std::sqrt(spreads[2 * k] * spreads[2 * k + 1] - skews[k] * skews[k]) /
                 (2.0f * std::numbers::pi_v<float> * parts);
#pragma omp parallel for
  for (int g = 0; g < count / group; ++g) {
    Floats logs{};
    for (int i = g * group; i < (g + 1) * group; i += lanes) {
      Floats px = loadVector<Floats>(x + i), py = loadVector<Floats>(y + i), density[parts], total{};
      for (int k = 0; k < parts; ++k) {
        Floats dx = px - means[2 * k], dy = py - means[2 * k + 1];
        Floats square = spreads[2 * k] * dx * dx + 2.0f * skews[k] * dx * dy + spreads[2 * k + 1] * dy * dy;
        density[k] = factors[k] * exponential(-0.5f * square);
        total += density[k];
      }
      Floats inverse = 1.0f / total;
      for (int k = 0; k < parts; ++k)
        storeVector(shares + static_cast<size_t>(k) * count + i, density[k] * inverse);
      logs += logarithm(total);
    }
    float sum = 0.0f;
    for (int lane = 0; lane < lanes; ++lane)
      sum += logs[lane];
    sums[g] = sum;
  }
}

/// Each thread has four tables in turn, so that equal neighbours don't wait for each other.
extern "C" void histogram_local_bins(const float *values, uint32_t *counts, float low, float scale, int count) {
  constexpr int bins = 256, tables = 4, block = 256;
#pragma omp parallel
  {
    uint32_t own[tables][bins] = {};
    int32_t found[block];
#pragma omp for nowait
    for (int first = 0; first < count; first += block) {
      int size = std::min(block, count - first);
#pragma omp simd
      for (int k = 0; k < size; ++k)
        found[k] = std::clamp(static_cast<int32_t>((values[first + k] - low) * scale), 0, bins - 1);
      for (int k = 0; k < size; ++k)
        ++own[k % tables][found[k]];
    }
#pragma omp critical
    for (const auto &table : own)
      for (int b = 0; b < bins; ++b)
        counts[b] += table[b];
  }
}

extern "C" void histogram_joint_images(const uint16_t *first, const uint16_t *second, int32_t *counts, int width,
                                       int height) {
  constexpr int bins = 64 * 64;
#pragma omp parallel
  {
    int32_t own[bins] = {};
#pragma omp for nowait
    for (int i = 0; i < width * height; ++i)
      ++own[first[i] >> 10 << 6 | second[i] >> 10];
#pragma omp critical
    for (int b = 0; b < bins; ++b)
      counts[b] += own[b];
  }
}

extern "C" void quantile_rows(const float *values, float *quantiles, int columns, int rank, int rows) {
  constexpr int steps = 24;
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const float *v = values + static_cast<size_t>(row) * columns;
    // The last vector of a row may repeat some numbers of the one before.
    Floats lows = loadVector<Floats>(v), highs = lows;
    for (int k = lanes; k < columns; k += lanes) {
      Floats x = loadVector<Floats>(v + std::min(k, columns - lanes));
      lows = lesser(lows, x);
      highs = greater(highs, x);
    }
    float low = lows[0], high = highs[0];
    for (int lane = 1; lane < lanes; ++lane) {
      low = std::min(low, lows[lane]);
      high = std::max(high, highs[lane]);
    }
    for (int step = 0; step < steps; ++step) {
      float middle = 0.5f * (low + high);
      int below = 0;
#pragma omp simd reduction(+ : below)
      for (int k = 0; k < columns; ++k)
        below += v[k] <= middle;
      (below > rank ? high : low) = middle;
    }
    quantiles[row] = high;
  }
}

/// The columns of a vector stay in the first cache while their bits are found.
extern "C" void median_bit_columns(const uint16_t *values, uint16_t *medians, int rows) {
  using Words = uint16_t __attribute__((vector_size(32)));
  constexpr int columns = 65536, width = 16, vectors = 2;
#pragma omp parallel
  {
    std::vector<Words> own(static_cast<size_t>(rows) * vectors);
#pragma omp for
    for (int first = 0; first < columns; first += width * vectors) {
      for (int k = 0; k < rows; ++k)
        for (int v = 0; v < vectors; ++v)
          own[k * vectors + v] = loadVector<Words>(values + static_cast<size_t>(k) * columns + first + v * width);
      Words median[vectors] = {};
      for (int bit = 15; bit >= 0; --bit) {
        Words trial[vectors], below[vectors] = {};
        for (int v = 0; v < vectors; ++v)
          trial[v] = median[v] | static_cast<uint16_t>(1 << bit);
        for (int k = 0; k < rows; ++k)
          for (int v = 0; v < vectors; ++v)
            below[v] -= reinterpret_cast<Words>(own[k * vectors + v] < trial[v]);
        for (int v = 0; v < vectors; ++v)
          median[v] = below[v] <= static_cast<uint16_t>(rows / 2) ? trial[v] : median[v];
      }
      for (int v = 0; v < vectors; ++v)
        storeVector(medians + first + v * width, median[v]);
    }
  }
}

extern "C" void density_gaussian(const float *places, const float *samples, float *densities, float bandwidth,
                                 int samplesCount, int placesCount) {
  constexpr int vectors = 4, block = vectors * lanes;
  const float inverse = 1.0f / bandwidth;
  const float norm = 1.0f / (samplesCount * bandwidth * std::sqrt(2.0f * std::numbers::pi_v<float>));
#pragma omp parallel for
  for (int group = 0; group < (placesCount + block - 1) / block; ++group) {
    int first = std::min(group * block, placesCount - block);
    Floats place[vectors], sum[vectors] = {};
    for (int v = 0; v < vectors; ++v)
      place[v] = loadVector<Floats>(places + first + v * lanes);
    for (int k = 0; k < samplesCount; ++k)
      for (int v = 0; v < vectors; ++v) {
        Floats u = (place[v] - samples[k]) * inverse;
        sum[v] += exponential(-0.5f * u * u);
      }
    for (int v = 0; v < vectors; ++v)
      storeVector(densities + first + v * lanes, sum[v] * norm);
  }
}

extern "C" void density_epanechnikov_local(const float *places, const float *samples, float *densities, float bandwidth,
                                           int tiles) {
  constexpr int count = 32768, tile = 256, vectors = 4, block = vectors * lanes;
  const float inverse = 1.0f / (bandwidth * bandwidth);
  const float norm = 2.0f * std::numbers::inv_pi_v<float> * inverse / (tiles * tile);
#pragma omp parallel for
  for (int first = 0; first < count; first += block) {
    Floats x[vectors], y[vectors], sum[vectors] = {};
    for (int v = 0; v < vectors; ++v)
      for (int lane = 0; lane < lanes; ++lane) {
        x[v][lane] = places[2 * (first + v * lanes + lane)];
        y[v][lane] = places[2 * (first + v * lanes + lane) + 1];
      }
    for (int k = 0; k < tiles * tile; ++k)
      for (int v = 0; v < vectors; ++v) {
        Floats dx = x[v] - samples[2 * k], dy = y[v] - samples[2 * k + 1];
        sum[v] += greater(1.0f - (dx * dx + dy * dy) * inverse, Floats{});
      }
    for (int v = 0; v < vectors; ++v)
      storeVector(densities + first + v * lanes, sum[v] * norm);
  }
}
