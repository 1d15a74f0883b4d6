// exp, exp2, exp10 and erfc at the width F (see EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ExponentialParts.h"

// Beyond the clamps the results are the same, and 2^n stays a float.
F WEFT_OVERLOAD exp(F x) {
  F y = x > 89.0f ? (F)89.0f : x;
  y = y > -105.0f ? y : (F)-105.0f;
  I n;
  F mantissa = weftExpMantissa(y, 0, &n);
  return isnan(x) ? x : weftTimesPowerOfTwo(mantissa, n);
}

// As weftExpMantissa, with polynomials of their own: an argument is not multiplied by a logarithm first.
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
  // log10(2) in two parts.
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

// The complementary error function, as exp(-x^2) times a function that changes little, divided by 1 + 2 |x|: with the
// argument mapped to t, this is the form of Shepherd and Laframboise, Mathematics of Computation 36 (1981), for which
// the polynomial was made anew. The square is kept exactly, in two parts.
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
