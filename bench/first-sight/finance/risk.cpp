// The work of the kernels on regressions and risk, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>

extern "C" void regression_sums(const float *spot, const float *cash, float *sums, float strike) {
  constexpr int groups = 1024, tile = 4096;
#pragma omp parallel for
  for (int g = 0; g < groups; ++g) {
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, t0 = 0, t1 = 0, t2 = 0;
    const float inverse = 1 / strike;
#pragma omp simd reduction(+ : s0, s1, s2, s3, s4, t0, t1, t2)
    for (int path = g * tile; path < (g + 1) * tile; ++path) {
      bool counts = spot[path] < strike;
      float x = counts ? spot[path] * inverse : 0, y = counts ? cash[path] * inverse : 0, x2 = x * x;
      s0 += counts ? 1.0f : 0.0f;
      s1 += x;
      s2 += x2;
      s3 += x2 * x;
      s4 += x2 * x2;
      t0 += y;
      t1 += x * y;
      t2 += x2 * y;
    }
    const float all[8] = {s0, s1, s2, s3, s4, t0, t1, t2};
    std::copy(all, all + 8, sums + g * 8);
  }
}

extern "C" void exercise_decision(const double *spot, double *cash, uint8_t *exercised, double strike, double discount,
                                  double c0, double c1, double c2, uint8_t step, int paths) {
  constexpr int block = 8192;
#pragma omp parallel for
  for (int begin = 0; begin < paths; begin += block) {
    const int here = std::min(block, paths - begin);
    const double *__restrict x = spot + begin;
    double *__restrict held = cash + begin;
    uint8_t *__restrict when = exercised + begin;
    const double fixed = strike, factor = discount, a = c0, b = c1, c = c2;
    const uint8_t now = step;
#pragma omp simd
    for (int i = 0; i < here; ++i) {
      const double payoff = fixed - x[i], expected = a + b * x[i] + c * x[i] * x[i];
      const bool exercises = (payoff > 0) & (payoff > expected);
      held[i] = exercises ? payoff : held[i] * factor;
      when[i] = exercises ? now : when[i];
    }
  }
}

/// Blocks of 256 scenarios keep their sums, and the shocks of all factors, in cache over the positions.
extern "C" void scenario_values(const float *shock, const int *factor, const float *notional, const float *strike,
                                float *value, int positions) {
  constexpr int scenarios = 16384, block = 256;
#pragma omp parallel for
  for (int begin = 0; begin < scenarios; begin += block) {
    float sum[block] = {};
    for (int p = 0; p < positions; ++p) {
      const float *s = shock + static_cast<ptrdiff_t>(factor[p]) * scenarios + begin;
      const float held = notional[p], moneyness = 100 - strike[p];
#pragma omp simd
      for (int i = 0; i < block; ++i)
        sum[i] += held * std::max(100 * s[i] + moneyness, 0.0f);
    }
    std::copy(sum, sum + block, value + begin);
  }
}

extern "C" void netted_exposure(const double *values, const int *setBegin, const double *collateral, double *exposure,
                                int scenarios, int sets) {
#pragma omp parallel for schedule(dynamic)
  for (int set = 0; set < sets; ++set) {
    double *__restrict out = exposure + static_cast<ptrdiff_t>(set) * scenarios;
    std::fill(out, out + scenarios, -collateral[set]);
    for (int trade = setBegin[set]; trade < setBegin[set + 1]; ++trade) {
      const double *from = values + static_cast<ptrdiff_t>(trade) * scenarios;
#pragma omp simd
      for (int i = 0; i < scenarios; ++i)
        out[i] += from[i];
    }
    for (int i = 0; i < scenarios; ++i)
      out[i] = std::max(out[i], 0.0);
  }
}
