// Computes powers for the type F, which is double or a vector of doubles (EachWidth.h), by sums of two doubles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static F WEFT_OVERLOAD weftPowerOfDouble(F x, F y) {
  F low, high = weftLog2ForDouble(x, &low), product = high * y;
  return weftExp2ForDouble(product, fma(high, y, -product) + low * y);
}

static F WEFT_OVERLOAD weftRootOfDouble(F x, F n) {
  F low, high = weftLog2ForDouble(x, &low), quotient = high / n;
  return weftExp2ForDouble(quotient, (fma(-quotient, n, high) + low) / n);
}

#define WEFT_POWER weftPowerOfDouble
#define WEFT_ROOT weftRootOfDouble
#include "Powers.h"
#undef WEFT_POWER
#undef WEFT_ROOT
