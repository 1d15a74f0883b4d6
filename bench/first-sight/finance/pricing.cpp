// The work of the pricing kernels, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "VectorMath.h"
#include <algorithm>
#include <cmath>
#include <cstddef>

using vectormath::erfcOf;
using vectormath::expOf;
using vectormath::logOf;

/// Blocks of 64 sums draw their numbers side by side.
extern "C" void monte_carlo_european(float *sum, unsigned seed, float spot, float strike, float drift, float deviation,
                                     int pairs) {
  constexpr int count = 32768, block = 64;
#pragma omp parallel for
  for (int begin = 0; begin < count; begin += block) {
    unsigned state[block];
    float total[block] = {};
    for (int i = 0; i < block; ++i)
      state[i] = (begin + i + seed) * 2654435769u | 1;
    for (int k = 0; k < pairs; ++k)
#pragma omp simd
      for (int i = 0; i < block; ++i) {
        auto next = [](unsigned x) {
          x ^= x << 13;
          x ^= x >> 17;
          return x ^ x << 5;
        };
        const unsigned first = next(state[i]), second = next(first);
        state[i] = second;
        float u = static_cast<float>(static_cast<int>((first >> 8) + 1)) * 0x1p-24f;
        float v = static_cast<float>(static_cast<int>(second >> 8)) * 0x1p-24f;
        float radius = std::sqrt(-2 * logOf(u));
        auto [sine, cosine] = vectormath::turn(v);
        float a = spot * expOf(drift + deviation * radius * cosine);
        float b = spot * expOf(drift + deviation * radius * sine);
        total[i] += std::max(a - strike, 0.0f) + std::max(b - strike, 0.0f);
      }
    std::copy(total, total + block, sum + begin);
  }
}

/// Blocks of 32 paths keep their prices and sums in cache.
extern "C" void monte_carlo_asian(const double *normal, double *payoff, int paths, int steps, double spot,
                                  double strike, double drift, double deviation) {
  constexpr int block = 32;
#pragma omp parallel for
  for (int begin = 0; begin < paths; begin += block) {
    const int here = std::min(block, paths - begin);
    double price[block], sum[block] = {};
    std::fill(price, price + block, spot);
    for (int step = 0; step < steps; ++step) {
      const double *z = normal + static_cast<ptrdiff_t>(step) * paths + begin;
#pragma omp simd
      for (int i = 0; i < here; ++i) {
        price[i] *= expOf(drift + deviation * z[i]);
        sum[i] += price[i];
      }
    }
    for (int i = 0; i < here; ++i)
      payoff[begin + i] = std::max(sum[i] / steps - strike, 0.0);
  }
}

/// The payoffs at the nodes of even and of odd levels stand in two tables; a level's nodes are contiguous in its table.
extern "C" void binomial_american_groups(const float *spots, const float *strikes, const float *times, float *prices,
                                         float rate, float volatility) {
  constexpr int options = 1024, steps = 255;
#pragma omp parallel for
  for (int option = 0; option < options; ++option) {
    const float strike = strikes[option], step = times[option] / steps, move = volatility * std::sqrt(step);
    const float up = std::exp(move), down = 1 / up, discount = std::exp(-rate * step), growth = std::exp(rate * step);
    const float weightUp = discount * (growth - down) / (up - down), weightDown = discount - weightUp;
    float payoff[2][steps + 1], values[steps + 2];
    const float spot = spots[option];
    for (int odd = 0; odd < 2; ++odd)
#pragma omp simd
      for (int j = 0; j <= steps; ++j)
        payoff[odd][j] = strike - spot * expOf(move * static_cast<float>(2 * j + odd - steps));
    for (int j = 0; j <= steps; ++j)
      values[j] = std::max(payoff[0][j], 0.0f);
    for (int i = steps - 1; i >= 0; --i) {
      const float *exercise = payoff[(steps - i) % 2] + (steps - i) / 2;
#pragma omp simd
      for (int j = 0; j <= i; ++j)
        values[j] = std::max(weightUp * values[j + 1] + weightDown * values[j], exercise[j]);
    }
    prices[option] = values[0];
  }
}

/// Two vectors of four options each walk the tree together.
extern "C" void binomial_european_items(const double *spot, const double *strike, const double *time, double *price,
                                        double rate, double volatility, int options) {
  constexpr int levels = 64, block = 8;
  using Vector = double __attribute__((vector_size(block * sizeof(double))));
#pragma omp parallel for
  for (int begin = 0; begin < options; begin += block) {
    const int here = std::min(block, options - begin);
    Vector leaf = {}, up2 = {}, weightUp = {}, weightDown = {}, fixed = {};
    for (int i = 0; i < here; ++i) {
      const double step = time[begin + i] / levels, move = volatility * std::sqrt(step);
      const double up = std::exp(move), down = 1 / up, growth = std::exp(rate * step);
      const double chance = (growth - down) / (up - down);
      weightUp[i] = chance / growth;
      weightDown[i] = (1 - chance) / growth;
      leaf[i] = spot[begin + i] * std::exp(-move * levels);
      up2[i] = up * up;
      fixed[i] = strike[begin + i];
    }
    Vector values[levels + 1];
    for (int j = 0; j <= levels; ++j, leaf *= up2)
      values[j] = leaf > fixed ? leaf - fixed : Vector{};
    for (int i = levels - 1; i >= 0; --i) {
      Vector low = values[0];
      for (int j = 0; j <= i; ++j) {
        Vector high = values[j + 1];
        values[j] = weightUp * high + weightDown * low;
        low = high;
      }
    }
    for (int i = 0; i < here; ++i)
      price[begin + i] = values[0][i];
  }
}

namespace {

/// The normal distribution by a polynomial of five terms; density is that at x.
inline float normalBelow(float x, float density) {
  const float k = 1 / (1 + 0.2316419f * std::fabs(x));
  const float tail =
      density * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return x > 0 ? 1 - tail : tail;
}

inline float density(float x) { return 0.39894228f * expOf(-0.5f * x * x); }

} // namespace

/// Sixteen options take their steps together until all of them are near enough.
extern "C" void implied_volatility_until(const float *strikes, const float *times, const float *prices,
                                         float *volatility, float spot, float rate, int count) {
  constexpr int block = 16;
#pragma omp parallel for schedule(static)
  for (int begin = 0; begin < count; begin += block) {
    const int here = std::min(block, count - begin);
    float root[block], present[block], price[block], logMoney[block], sigma[block];
    int open[block];
    for (int i = 0; i < block; ++i) {
      const int from = begin + std::min(i, here - 1);
      root[i] = times[from];
      present[i] = strikes[from];
      price[i] = prices[from];
      open[i] = 1;
    }
#pragma omp simd
    for (int i = 0; i < block; ++i) {
      present[i] *= expOf(-rate * root[i]);
      root[i] = std::sqrt(root[i]);
      logMoney[i] = logOf(spot / present[i]);
      sigma[i] = price[i] / (0.4f * spot * root[i]);
    }
    int any = 1;
    for (int k = 0; k < 20 && any; ++k) {
      any = 0;
#pragma omp simd reduction(| : any)
      for (int i = 0; i < block; ++i) {
        float spread = sigma[i] * root[i], d1 = logMoney[i] / spread + 0.5f * spread, d2 = d1 - spread;
        float at = density(d1);
        float off = spot * normalBelow(d1, at) - present[i] * normalBelow(d2, density(d2)) - price[i];
        float next = std::max(sigma[i] - off / (spot * root[i] * at), 0.01f);
        open[i] &= std::fabs(off) >= 1e-4f;
        sigma[i] = open[i] ? next : sigma[i];
        any |= open[i];
      }
    }
    std::copy(sigma, sigma + here, volatility + begin);
  }
}

extern "C" void implied_volatility_steps(const double *quotes, double *volatility, double rate, double tick) {
  constexpr int count = 65536, block = 32;
  constexpr double halfRoot = 0.7071067811865476;
#pragma omp parallel for
  for (int begin = 0; begin < count; begin += block) {
    double spot[block], present[block], root[block], price[block], logMoney[block], sigma[block];
    for (int i = 0; i < block; ++i) {
      const double *quote = quotes + 4 * (begin + i);
      spot[i] = quote[0];
      present[i] = quote[1] * std::exp(-rate * quote[2]);
      root[i] = std::sqrt(quote[2]);
      price[i] = quote[3] * tick;
      logMoney[i] = std::log(spot[i] / present[i]);
      sigma[i] = price[i] / (0.4 * spot[i] * root[i]);
    }
    for (int k = 0; k < 8; ++k)
#pragma omp simd
      for (int i = 0; i < block; ++i) {
        double spread = sigma[i] * root[i], d1 = logMoney[i] / spread + 0.5 * spread, d2 = d1 - spread;
        double value = 0.5 * (spot[i] * erfcOf(-d1 * halfRoot) - present[i] * erfcOf(-d2 * halfRoot));
        double vega = spot[i] * root[i] * 0.3989422804014327 * expOf(-0.5 * d1 * d1);
        sigma[i] -= (value - price[i]) / vega;
      }
    std::copy(sigma, sigma + block, volatility + begin);
  }
}
