// Defines sinpi, cospi and tanpi for the type F, which is float or a vector of floats (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Return sin(pi r) and cos(pi r) for r of -1/4 to 1/4 and s = r^2. The polynomials interpolate at the Chebyshev nodes,
// with a relative error of 3e-8.
static F WEFT_OVERLOAD weftSineOfPart(F r, F s) {
  F p = -0x1.2d9922p-1f;
  p = p * s + 0x1.465eb8p+1f;
  p = p * s - 0x1.4abbbap+2f;
  p = p * s + 0x1.921fb6p+1f;
  return r * p;
}

static F WEFT_OVERLOAD weftCosineOfPart(F s) {
  F p = 0x1.d9bf94p-3f;
  p = p * s - 0x1.55c56ep+0f;
  p = p * s + 0x1.03c1dcp+2f;
  p = p * s - 0x1.3bd3ccp+2f;
  p = p * s + 1.0f;
  return p;
}

#include "PiFunctions.h"
