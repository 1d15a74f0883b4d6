// Defines atan, atan2 and atan2pi for the type F, which is double or a vector of doubles (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Returns the angle from 0 to pi / 2 whose tangent is y / x, for magnitudes that are not both 0 or both infinite.
// Angles above pi / 8 are computed relative to pi / 4, and angles above 3 pi / 8 relative to pi / 2. So the polynomial
// is needed only for tangents up to sqrt(2) - 1. It is the minimax polynomial, within 2^-59 of the function.
static F WEFT_OVERLOAD weftAngle(F y, F x) {
  L isMiddle = y > 0x1.a827999fcef32p-2 * x, isSteep = y > 0x1.3504f333f9de6p+1 * x;
  F numerator = isSteep ? -x : isMiddle ? y - x : y, divisor = isSteep ? y : isMiddle ? y + x : x;
  F start = isSteep ? (F)0x1.921fb54442d18p+0 : isMiddle ? (F)0x1.921fb54442d18p-1 : (F)0.0;
  F startLow = isSteep ? (F)0x1.1a62633145c07p-54 : isMiddle ? (F)0x1.1a62633145c07p-55 : (F)0.0;
  F q = numerator / divisor, s = q * q;
  F p = -0x1.25a39fbc66f41p-6;
  p = p * s + 0x1.37f01789e7753p-5;
  p = p * s - 0x1.9cdd3f6b3d5e8p-5;
  p = p * s + 0x1.df11a466327fbp-5;
  p = p * s - 0x1.10ebe1b38fe03p-4;
  p = p * s + 0x1.3b111cbdf1dd0p-4;
  p = p * s - 0x1.745cf90ff82eep-4;
  p = p * s + 0x1.c71c70e7cbf48p-4;
  p = p * s - 0x1.24924922b1864p-3;
  p = p * s + 0x1.99999999958fap-3;
  p = p * s - 0x1.555555555553dp-2;
  return start + (q + (q * s * p + startLow));
}

F WEFT_OVERLOAD atan(F x) { return copysign(weftAngle(fabs(x), 1.0), x); }

// Returns the angle, from 0 to pi / 2, whose tangent is height / width, for any magnitudes.
static F WEFT_OVERLOAD weftAngleOfSides(F height, F width) {
  L areInfinite = height == INFINITY && width == INFINITY, areZero = height == 0.0 && width == 0.0;
  height = areInfinite ? (F)1.0 : height;
  width = areInfinite || areZero ? (F)1.0 : width;
  // Height and width are scaled so that their sum is finite and no intermediate result is denormal. If one of them
  // becomes zero, it was too small to affect the result.
  F greater = fmax(height, width);
  F scale = greater > 0x1p1000 ? (F)0x1p-24 : greater < 0x1p-900 ? (F)0x1p100 : (F)1.0;
  return weftAngle(height * scale, width * scale);
}

F WEFT_OVERLOAD atan2(F y, F x) {
  F angle = weftAngleOfSides(fabs(y), fabs(x));
  F other = 0x1.921fb54442d18p+1 - (angle - 0x1.1a62633145c07p-53);
  return copysign(__builtin_astype(x, L) < 0 ? other : angle, y);
}

// The result is in half turns, so a quarter turn is exactly 1/2.
F WEFT_OVERLOAD atan2pi(F y, F x) {
  F angle = weftAngleOfSides(fabs(y), fabs(x)) * M_1_PI;
  return copysign(__builtin_astype(x, L) < 0 ? 1.0 - angle : angle, y);
}
