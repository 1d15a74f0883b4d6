// Elementary functions without branches or calls, which compilers vectorise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

/// Relative errors of some units in the last place (float), and of 1e-15 (double), within the usual range of arguments.
namespace vectormath {

inline float expOf(float x) {
  float n = __builtin_rintf(x * 1.44269504f);
  float r = x - n * 0.693145752f - n * 1.42860677e-6f;
  float p = 1.0f / 720 + r * (1.0f / 5040);
  p = 1.0f / 6 + r * (1.0f / 24 + r * (1.0f / 120 + r * p));
  p = 1 + r * (1 + r * (0.5f + r * p));
  return p * std::bit_cast<float>((static_cast<int>(n) + 127) << 23);
}

/// The sum with the large constant holds the exponent in its low bits.
inline double expOf(double x) {
  constexpr double large = 0x1.8p52;
  double shifted = x * 1.4426950408889634 + large, n = shifted - large;
  double r = x - n * 0x1.62e42fefap-1 - n * 0x1.cf79abc9e3b4p-40;
  double p = 1.0 / 39916800 + r * (1.0 / 479001600);
  p = 1.0 / 40320 + r * (1.0 / 362880 + r * (1.0 / 3628800 + r * p));
  p = 1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040 + r * p));
  p = 1 + r * (1 + r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * p))));
  return p * std::bit_cast<double>((std::bit_cast<int64_t>(shifted) << 52) + 0x3ff0000000000000);
}

/// The logarithm of a positive normal number: 2 artanh(s) of the mantissa, and the exponent.
inline float logOf(float x) {
  int bits = std::bit_cast<int>(x), exponent = (bits - 0x3f3504f3) >> 23;
  float m = std::bit_cast<float>(bits - (exponent << 23)), f = m - 1, s = f / (2 + f), s2 = s * s;
  float p = 1.0f / 3 + s2 * (1.0f / 5 + s2 * (1.0f / 7 + s2 * (1.0f / 9)));
  return static_cast<float>(exponent) * 0.693147181f + 2 * s * (1 + s2 * p);
}

struct SineCosine {
  float sine, cosine;
};

/// Sine and cosine of an angle in turns, from 0 to 1.
inline SineCosine turn(float turns) {
  float quarter = __builtin_rintf(4 * turns), angle = (turns - 0.25f * quarter) * 6.28318531f, a2 = angle * angle;
  float sine = angle * (1 - a2 * (1.0f / 6 - a2 * (1.0f / 120 - a2 * (1.0f / 5040 - a2 * (1.0f / 362880)))));
  float cosine = 1 - a2 * (0.5f - a2 * (1.0f / 24 - a2 * (1.0f / 720 - a2 * (1.0f / 40320 - a2 * (1.0f / 3628800)))));
  int quadrant = static_cast<int>(quarter);
  bool swapped = quadrant & 1;
  float s = swapped ? cosine : sine, c = swapped ? sine : cosine;
  return {.sine = quadrant & 2 ? -s : s, .cosine = (quadrant + 1) & 2 ? -c : c};
}

/// erfc(x) exp(x^2) (1 + 2x) is a polynomial in (x - 3) / (x + 3), which was fitted to a relative error of 4e-12.
inline double erfcOf(double x) {
  constexpr double c[17] = {4.835851585237848e-08,   1.6976456235055792e-06, -3.130435734182439e-07,
                            -1.742340107165962e-05,  4.594812971848341e-06,  0.0001227954963285558,
                            -0.00010497230745202864, -0.0007786682469054338, 0.0018886300082286071,
                            0.002529053010416357,    -0.02377050377511764,   0.06830808010171871,
                            -0.11927366445969102,    0.12964515499401183,    -0.04756229431543646,
                            -0.13562110604826233,    1.2530080582695011};
  double a = std::fabs(x), t = (a - 3) / (a + 3), p = c[0];
#pragma clang loop unroll(full)
  for (int i = 1; i < 17; ++i)
    p = p * t + c[i];
  p *= expOf(-a * a) / (1 + 2 * a);
  return x < 0 ? 2 - p : p;
}

} // namespace vectormath
