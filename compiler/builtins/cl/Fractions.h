// fract at the width F (see EachWidth.h); WEFT_BELOW_ONE is the number before 1.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Of -2^-30 the difference rounds to 1. Zeros and infinities have a zero of their own sign; the difference of
// infinities is no number, nor is that of NaNs.
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
