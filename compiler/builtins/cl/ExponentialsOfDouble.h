// exp, exp2, exp10, expm1, sinh, cosh and tanh of double at the width F (see EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PowerParts.h"

// exp(r) - 1, where x is a whole number of logarithms of 2 and a rest r of at most half of one. ln 2 is in two parts;
// the first has 33 bits, so that its product is exact. The polynomial is the minimax one, within 2^-61 of the function.
static F WEFT_OVERLOAD weftExpm1OfRest(F x, L *number) {
  F shifted = x * 0x1.71547652b82fep+0 + 0x1.8p52, whole = shifted - 0x1.8p52;
  *number = weftLowBits(shifted);
  F r = x - whole * 0x1.62e42fefp-1;
  r = r - whole * 0x1.473de6af278edp-34;
  F p = 0x1.1f957734fd2f6p-29;
  p = p * r + 0x1.af5eb24fab55bp-26;
  p = p * r + 0x1.27e4c58f6561bp-22;
  p = p * r + 0x1.71ddf85a53a9dp-19;
  p = p * r + 0x1.a01a01b0c1d81p-16;
  p = p * r + 0x1.a01a01afe2bdfp-13;
  p = p * r + 0x1.6c16c16c14423p-10;
  p = p * r + 0x1.111111110f6b4p-7;
  p = p * r + 0x1.555555555555ap-5;
  p = p * r + 0x1.5555555555559p-3;
  p = p * r + 0.5;
  return r * r * p + r;
}

// Comparisons let NaN through.
static F WEFT_OVERLOAD weftClamped(F x, F least, F most) {
  F y = x > most ? most : x;
  return y < least ? least : y;
}

// Beyond the clamps the results are the same.
F WEFT_OVERLOAD exp(F x) {
  L number;
  F mantissa = weftExpm1OfRest(weftClamped(x, -746.0, 710.0), &number) + 1.0;
  return weftTimesPowerOfTwo(mantissa, number);
}

F WEFT_OVERLOAD exp2(F x) { return weftExp2ForDouble(x, 0.0); }

// 2 to the power of x times log2(10), as the sum of two numbers.
F WEFT_OVERLOAD exp10(F x) {
  F high = x * 0x1.a934f0979a371p+1, low = fma(x, (F)0x1.a934f0979a371p+1, -high) + x * 0x1.7f2495fb7fa6dp-53;
  return weftExp2ForDouble(high, low);
}

// A quarter of exp(x) - 1, for x of -60 to 710.5.
static F WEFT_OVERLOAD weftQuarterOfExpm1(F x) {
  L number;
  F rest = weftExpm1OfRest(x, &number), power = __builtin_astype((number + 1021) << 52, F); // a quarter of it
  return power * rest + (power - 0.25);
}

F WEFT_OVERLOAD expm1(F x) {
  F result = 4.0 * weftQuarterOfExpm1(weftClamped(x, -60.0, 710.0));
  return fabs(x) < 0x1p-54 ? x : result;
}

// With e = exp(|x|) - 1: (e + e / (e + 1)) / 2.
F WEFT_OVERLOAD sinh(F x) {
  F half1 = 2.0 * weftQuarterOfExpm1(weftClamped(fabs(x), 0.0, 710.5));
  F result = half1 + (half1 < 0x1p60 ? half1 / (2.0 * half1 + 1.0) : (F)0.5);
  return fabs(x) < 0x1p-27 ? x : copysign(result, x);
}

// (e + 1 / e) / 2 with e = exp(|x|).
F WEFT_OVERLOAD cosh(F x) {
  F quarter = weftQuarterOfExpm1(weftClamped(fabs(x), 0.0, 710.5)) + 0.25;
  return 2.0 * quarter + 0.125 / quarter;
}

// e / (e + 2) with e = exp(2 |x|) - 1; from 19.1 on the result is 1.
F WEFT_OVERLOAD tanh(F x) {
  F quarter = weftQuarterOfExpm1(2.0 * weftClamped(fabs(x), 0.0, 20.0));
  return fabs(x) < 0x1p-27 ? x : copysign(quarter / (quarter + 0.5), x);
}
