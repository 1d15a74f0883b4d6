// Defines fract for the scalar or vector type F (EachWidth.h). WEFT_BELOW_ONE is the greatest number below 1.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Returns the fraction x - whole. For x of -2^-30 the difference rounds to 1, so it is limited to WEFT_BELOW_ONE. The
// fraction of a zero or an infinity is a zero with the sign of x. For an infinity the difference would be NaN, and for
// NaN it is NaN.
static F WEFT_OVERLOAD weftFraction(F x, F whole) {
  F rest = x - whole;
  rest = rest > (F)WEFT_BELOW_ONE ? (F)WEFT_BELOW_ONE : rest;
  rest = isinf(x) ? copysign((F)0, x) : rest;
  return x == 0 ? x : rest;
}

#define WEFT_FRACT(space)                                                                                              \
  F WEFT_OVERLOAD fract(F x, space F *whole) {                                                                         \
    F below = floor(x);                                                                                                \
    *whole = below;                                                                                                    \
    return weftFraction(x, below);                                                                                     \
  }
WEFT_FRACT(private)
WEFT_FRACT(local)
WEFT_FRACT(global)
WEFT_FRACT(generic)
#undef WEFT_FRACT
