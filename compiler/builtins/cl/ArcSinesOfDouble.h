// Defines asin for the type F, which is double or a vector of doubles (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// For |x| above 1/2, asin(x) is pi / 2 - 2 asin(sqrt((1 - x) / 2)). The argument is exact except for the rounding of
// the root. The polynomial interpolates (asin(r) - r) / r^3 at the Chebyshev nodes of s = r^2 up to 1/4. Its relative
// error is 2^-57.
F WEFT_OVERLOAD asin(F x) {
  F a = fabs(x);
  L isLarge = a > 0.5;
  F s = isLarge ? 0.5 - 0.5 * a : a * a;
  F r = isLarge ? sqrt(s) : a;
  F p = 0x1.d72b2bc8155f8p-6;
  p = p * s - 0x1.e6aaa8a0a04ccp-7;
  p = p * s + 0x1.1d189408314eep-6;
  p = p * s + 0x1.65a9c4dfcf8b2p-8;
  p = p * s + 0x1.52420b04b37bep-7;
  p = p * s + 0x1.782651caa6547p-7;
  p = p * s + 0x1.c9cf07674736ap-7;
  p = p * s + 0x1.1c4d35cf95421p-6;
  p = p * s + 0x1.6e8bb1c8209a2p-6;
  p = p * s + 0x1.f1c71c1db0623p-6;
  p = p * s + 0x1.6db6db6e31f13p-5;
  p = p * s + 0x1.3333333332ecap-4;
  p = p * s + 0x1.5555555555556p-3;
  F angle = r + r * s * p;
  F result = isLarge ? 0x1.921fb54442d18p+0 - (2.0 * angle - 0x1.1a62633145c07p-54) : angle;
  return copysign(result, x);
}
