// Defines sin, cos and tan for the type F, which is float or a vector of floats (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LargeAngles.h"

// Returns x minus the nearest whole multiple of a quarter turn, for |x| below 192, where the whole number has 7 bits.
// pi / 2 is the sum of three numbers. The first two have 17 bits, so that their products are exact (Cody and Waite,
// "Software manual for the elementary functions", 1980). After the addition of 1.5 * 2^23, the lowest bits of the sum
// are the whole number.
static F WEFT_OVERLOAD weftNearRest(F x, I *quarters) {
  F shifted = x * 0x1.45f306p-1f + 0x1.8p23f;
  *quarters = __builtin_astype(shifted, I);
  F whole = shifted - 0x1.8p23f;
  F rest = x - whole * 0x1.921fp+0f;
  rest = rest - whole * 0x1.6a88p-17f;
  return rest - whole * 0x1.0b4612p-34f;
}

// Returns the same as weftNearRest for |x| below 2^20. In double precision, pi / 2 is the sum of two numbers. The first
// has 33 bits, so that its product is exact. No float of that size is nearer than 2^-30 to a quarter turn.
static F WEFT_OVERLOAD weftFarRest(F x, I *quarters) {
  D whole = rint(WEFT_TO_DOUBLE(x) * 0x1.45f306dc9c883p-1);
  *quarters = WEFT_TO_INT(whole);
  return WEFT_TO_F(WEFT_TO_DOUBLE(x) - whole * 0x1.921fb544p+0 - whole * 0x1.0b4611a626331p-34);
}

// Returns NaN for infinities and NaNs.
static F WEFT_OVERLOAD weftQuarterTurns(F x, I *quarters) {
  F rest = weftNearRest(x, quarters);
  I isFar = fabs(x) < 192.0f ? (I)0 : (I)-1;
  if (any(isFar)) {
    I isLarge = fabs(x) < 0x1p20f ? (I)0 : (I)-1;
    I numbers;
    F far = weftFarRest(isFar && !isLarge ? x : (F)0.0f, &numbers);
    numbers = isFar ? numbers : *quarters;
    rest = isFar ? far : rest;
    if (any(isLarge))
      rest = weftRestsOfLarge(x, 0x1p20f, rest, &numbers);
    *quarters = numbers;
  }
  return rest;
}

// The functions take |r| up to pi / 4. The polynomials are minimax polynomials, within 2^-28 and 2^-33 of the
// functions.
static F WEFT_OVERLOAD weftSinOfRest(F r) {
  F square = r * r;
  F p = -0x1.994e5cp-13f;
  p = p * square + 0x1.110760p-7f;
  p = p * square - 0x1.555546p-3f;
  return r * square * p + r;
}

static F WEFT_OVERLOAD weftCosOfRest(F r) {
  F square = r * r;
  F p = 0x1.9a020ap-16f;
  p = p * square - 0x1.6c0c8ap-10f;
  p = p * square + 0x1.55554ap-5f;
  p = p * square - 0.5f;
  return p * square + 1.0f;
}

#include "Trigonometry.h"
