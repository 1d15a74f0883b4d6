// Defines sin, cos and tan for the type F, which is double or a vector of doubles (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LargeAngles.h"

// Returns x minus the nearest whole multiple of a quarter turn, for |x| below 2^30; `quarters` gets the whole number.
// pi / 2 is the sum of three numbers of 53 bits. The first difference is exact. The errors of the second product and
// difference are added together with the third product. After the addition of 1.5 * 2^52, the lowest bits of the sum
// are the whole number.
static F WEFT_OVERLOAD weftNearRest(F x, L *quarters) {
  F shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p52;
  *quarters = __builtin_astype(shifted, L);
  F whole = shifted - 0x1.8p52;
  F first = fma(-whole, (F)0x1.921fb54442d18p+0, x);
  F product = whole * 0x1.1a62633145c07p-54, low = fma(whole, (F)0x1.1a62633145c07p-54, -product);
  F rest = first - product, lost = first - rest - product;
  return rest + (lost - fma(whole, (F)-0x1.f1976b7ed8fbcp-110, low));
}

// Returns NaN for infinities and NaNs.
static F WEFT_OVERLOAD weftQuarterTurns(F x, L *quarters) {
  F rest = weftNearRest(x, quarters);
  L isLarge = fabs(x) < 0x1p30 ? (L)0 : (L)-1;
  if (any(isLarge)) {
    L numbers = *quarters;
    rest = weftRestsOfLarge(x, 0x1p30, rest, &numbers);
    *quarters = numbers;
  }
  return rest;
}

// The functions take |r| up to pi / 4. The polynomials are minimax polynomials, within 2^-58 and 2^-64 of the
// functions.
static F WEFT_OVERLOAD weftSinOfRest(F r) {
  F square = r * r;
  F p = 0x1.5d932f1f26271p-33;
  p = p * square - 0x1.ae5e66d433206p-26;
  p = p * square + 0x1.71de357873416p-19;
  p = p * square - 0x1.a01a019c12695p-13;
  p = p * square + 0x1.111111110f880p-7;
  p = p * square - 0x1.5555555555549p-3;
  return r * square * p + r;
}

static F WEFT_OVERLOAD weftCosOfRest(F r) {
  F square = r * r;
  F p = -0x1.8faecf804ab31p-37;
  p = p * square + 0x1.1ee9ec4860930p-29;
  p = p * square - 0x1.27e4f80a777fdp-22;
  p = p * square + 0x1.a01a019cb270ep-16;
  p = p * square - 0x1.6c16c16c15184p-10;
  p = p * square + 0x1.555555555554cp-5;
  p = p * square - 0.5;
  return p * square + 1.0;
}

#include "Trigonometry.h"
