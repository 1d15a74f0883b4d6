// Defines log, log2 and log10 for the type F, which is double or a vector of doubles (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PowerParts.h"

// Returns log(m) - (m - 1) for a mantissa m. With f = m - 1, z = f / (2 + f) and w = z^2, log(1 + f) is 2 atanh(z) = 2
// z + z w R(w), and 2 z is f - f z. So z occurs only in the small terms. The polynomial is the minimax one, within
// 2^-65 of the logarithm.
static F WEFT_OVERLOAD weftLogRest(F f) {
  F z = f / (2.0 + f), w = z * z, half1 = 0.5 * f * f;
  F p = 0x1.0f623f0018448p-3;
  p = p * w + 0x1.0f5ce01267cb3p-3;
  p = p * w + 0x1.3b20aa8b9a4d1p-3;
  p = p * w + 0x1.745cde3b84a70p-3;
  p = p * w + 0x1.c71c7258eb02cp-3;
  p = p * w + 0x1.249249242b50dp-2;
  p = p * w + 0x1.9999999999dfep-2;
  p = p * w + 0x1.5555555555555p-1;
  return z * (half1 + w * p) - half1;
}

// Returns the logarithm for all x. `result` is the logarithm if x is finite and positive.
static F WEFT_OVERLOAD weftLogOfAll(F x, F result) {
  result = x < INFINITY ? result : x; // NaN stays NaN as well
  result = x == 0.0 ? (F)-INFINITY : result;
  return x < 0.0 ? (F)NAN : result;
}

F WEFT_OVERLOAD log(F x) {
  F n, f = weftMantissa(x, &n) - 1.0;
  // ln 2 is the sum of two numbers. The first has 33 bits, so its product is exact.
  F low = weftLogRest(f) + n * 0x1.473de6af278edp-34;
  return weftLogOfAll(x, n * 0x1.62e42fefp-1 + (f + low));
}

F WEFT_OVERLOAD log2(F x) {
  F n, f = weftMantissa(x, &n) - 1.0;
  // 1 / ln 2 is the sum of two numbers. Near 1, where n is 0, the smaller one matters as well.
  F low = f * 0x1.777d0ffda0d24p-56 + weftLogRest(f) * 0x1.71547652b82fep+0;
  return weftLogOfAll(x, n + fma(f, (F)0x1.71547652b82fep+0, low));
}

F WEFT_OVERLOAD log10(F x) {
  F n, f = weftMantissa(x, &n) - 1.0;
  // 1 / ln 10 and log10(2) are sums of two numbers each. The first number of log10(2) has 33 bits.
  F low = f * 0x1.95355baaafad3p-57 + weftLogRest(f) * 0x1.bcb7b1526e50ep-2 + n * 0x1.ef3fde623e256p-35;
  return weftLogOfAll(x, n * 0x1.34413509p-2 + fma(f, (F)0x1.bcb7b1526e50ep-2, low));
}
