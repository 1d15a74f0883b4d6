// Defines exp, exp2, exp10, expm1, sinh, cosh, tanh, erf and erfc for the type F: float or a vector (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ExponentialParts.h"

// For arguments beyond a bound of the clamp, the result is the same as at that bound. The clamp keeps 2^n within
// float's range.
F WEFT_OVERLOAD exp(F x) {
  F y = x > 89.0f ? (F)89.0f : x;
  y = y > -105.0f ? y : (F)-105.0f;
  I n;
  F mantissa = weftExpMantissa(y, 0, &n);
  return isnan(x) ? x : weftTimesPowerOfTwo(mantissa, n);
}

// Works like weftExpMantissa, but with other polynomials, so that the argument isn't multiplied by a logarithm first.
F WEFT_OVERLOAD exp2(F x) {
  F y = x > 129.0f ? (F)129.0f : x;
  y = y > -152.0f ? y : (F)-152.0f;
  F n = rint(y);
  F r = y - n;
  F p = 0x1.4418e6p-13f;
  p = p * r + 0x1.5f104ep-10f;
  p = p * r + 0x1.3b2a4ep-7f;
  p = p * r + 0x1.c6af62p-5f;
  p = p * r + 0x1.ebfbe0p-3f;
  p = p * r + 0x1.62e430p-1f;
  F result = weftTimesPowerOfTwo(1.0f + r * p, WEFT_TO_INT(n));
  return isnan(x) ? x : result;
}

F WEFT_OVERLOAD exp10(F x) {
  F y = x > 39.0f ? (F)39.0f : x;
  y = y > -46.0f ? y : (F)-46.0f;
  F n = rint(y * 0x1.a934f0p+1f);
  // log10(2) is the sum of two numbers.
  F r = y - n * 0x1.344p-2f;
  r = r - n * 0x1.3509f8p-18f;
  F p = 0x1.a9528ap-3f;
  p = p * r + 0x1.15604ap-1f;
  p = p * r + 0x1.2bd6fep+0f;
  p = p * r + 0x1.046facp+1f;
  p = p * r + 0x1.53524cp+1f;
  p = p * r + 0x1.26bb1cp+1f;
  F result = weftTimesPowerOfTwo(1.0f + r * p, WEFT_TO_INT(n));
  return isnan(x) ? x : result;
}

// Returns erfc as exp(-x^2) times a slowly varying function, divided by 1 + 2 |x|. With the argument mapped to t, this
// is the form of Shepherd and Laframboise, Mathematics of Computation 36 (1981), with a newly computed polynomial. The
// square is stored exactly, as the sum of two numbers.
F WEFT_OVERLOAD erfc(F x) {
  F a = fabs(x);
  a = a < 10.25f ? a : (F)10.25f;
  F t = (a - 3.75f) / (a + 3.75f);
  F p = 0x1.22dc1ap-10f;
  p = p * t + 0x1.3345dep-9f;
  p = p * t - 0x1.446fc0p-7f;
  p = p * t + 0x1.cb5adep-6f;
  p = p * t - 0x1.e13640p-5f;
  p = p * t + 0x1.7a4ddap-4f;
  p = p * t - 0x1.bd9b9ep-4f;
  p = p * t + 0x1.50fdaep-4f;
  p = p * t + 0x1.d5d964p-9f;
  p = p * t - 0x1.1f366ep-3f;
  p = p * t + 0x1.3ccda0p+0f;
  F square = a * a, low = fma(a, a, -square);
  I n;
  F mantissa = weftExpMantissa(-square, -low, &n);
  F result = weftTimesPowerOfTwo(mantissa * (p / (1.0f + 2.0f * a)), n);
  result = x < 0.0f ? 2.0f - result : result;
  return isnan(x) ? x : result;
}

// Returns a quarter of exp(x) - 1, for x from -128 to 89.5. After a whole multiple of ln 2 is subtracted, the rest is
// at most half of ln 2. There, the minimax polynomial is within 2^-26 of the function.
static F WEFT_OVERLOAD weftQuarterOfExpm1(F x) {
  F whole = rint(x * 0x1.715476p+0f);
  F r = x - whole * 0x1.62e4p-1f;
  r = r - whole * 0x1.7f7d1cp-20f;
  F p = 0x1.6d98b6p-10f;
  p = p * r + 0x1.1227e2p-7f;
  p = p * r + 0x1.555488p-5f;
  p = p * r + 0x1.5554b0p-3f;
  p = p * r + 0x1p-1f;
  p = r * r * p + r;
  F power = __builtin_astype((WEFT_TO_INT(whole) + 125) << 23, F); // a quarter of it
  return power * p + (power - 0.25f);
}

F WEFT_OVERLOAD expm1(F x) {
  F y = x > 89.0f ? (F)89.0f : x;
  y = y > -80.0f ? y : (F)-80.0f;
  F result = 4.0f * weftQuarterOfExpm1(y);
  result = fabs(x) < 0x1p-24f ? x : result;
  return isnan(x) ? x : result;
}

// With e = exp(|x|) - 1, the result is (e + e / (e + 1)) / 2.
F WEFT_OVERLOAD sinh(F x) {
  F a = fabs(x) > 89.5f ? (F)89.5f : fabs(x);
  F half1 = 2.0f * weftQuarterOfExpm1(a);
  F result = half1 + (half1 < 0x1p30f ? half1 / (2.0f * half1 + 1.0f) : (F)0.5f);
  result = fabs(x) > 89.5f ? (F)INFINITY : result;
  result = fabs(x) < 0x1p-12f ? x : copysign(result, x);
  return isnan(x) ? x : result;
}

// With e = exp(|x|), the result is (e + 1 / e) / 2.
F WEFT_OVERLOAD cosh(F x) {
  F a = fabs(x) > 89.5f ? (F)89.5f : fabs(x);
  F quarter = weftQuarterOfExpm1(a) + 0.25f;
  F result = 2.0f * quarter + 0.125f / quarter;
  return isnan(x) ? x : result;
}

// With e = exp(2 |x|) - 1, the result is e / (e + 2). From 9.1 on it is 1.
F WEFT_OVERLOAD tanh(F x) {
  F a = fabs(x) > 10.0f ? (F)10.0f : fabs(x);
  F quarter = weftQuarterOfExpm1(2.0f * a);
  F result = copysign(quarter / (quarter + 0.5f), x);
  result = fabs(x) < 0x1p-12f ? x : result;
  return isnan(x) ? x : result;
}

// Up to 0.9 the result is a polynomial. Above, it is 1 - erfc(|x|), where a second polynomial gives the binary
// logarithm of erfc(|x|). From 3.95 on the result is 1. Both are minimax polynomials, within 2^-31 of the function.
F WEFT_OVERLOAD erf(F x) {
  F square = x * x;
  F small = 0x1.6624aap-14f;
  small = small * square - 0x1.acf7d6p-11f;
  small = small * square + 0x1.5513eep-8f;
  small = small * square - 0x1.b8162ap-6f;
  small = small * square + 0x1.ce2e60p-4f;
  small = small * square - 0x1.812744p-2f;
  small = small * square + 0x1.06eba8p-3f;
  small = x * small + x;
  F a = fabs(x) < 3.95f ? fabs(x) : (F)3.95f;
  F p = -0x1.fa1faep-16f;
  p = p * a + 0x1.46fef8p-11f;
  p = p * a - 0x1.896036p-8f;
  p = p * a + 0x1.288bf6p-5f;
  p = p * a - 0x1.3fccfcp-3f;
  p = p * a - 0x1.d3db70p-1f;
  p = p * a - 0x1.a1280ap+0f;
  p = p * a + 0x1.020812p-12f;
  F large = copysign(1.0f - exp2(p), x);
  return fabs(x) < 0.9f ? small : isnan(x) ? x : large;
}
