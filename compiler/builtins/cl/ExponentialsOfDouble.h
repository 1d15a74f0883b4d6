// Defines exp, exp2, exp10, expm1, sinh, cosh, tanh, erf and erfc for the type F: double or a vector (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PowerParts.h"

// Returns exp(r) - 1, where x is a whole multiple of ln 2 plus a rest r of at most half of ln 2. ln 2 is the sum of two
// numbers. The first has 33 bits, so that its product is exact. The polynomial is the minimax one, within 2^-61 of the
// function.
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

// The comparisons are false for NaN, so a NaN stays a NaN.
static F WEFT_OVERLOAD weftClamped(F x, F least, F most) {
  F y = x > most ? most : x;
  return y < least ? least : y;
}

// For arguments beyond a bound of the clamp, the result is the same as at that bound.
F WEFT_OVERLOAD exp(F x) {
  L number;
  F mantissa = weftExpm1OfRest(weftClamped(x, -746.0, 710.0), &number) + 1.0;
  return weftTimesPowerOfTwo(mantissa, number);
}

F WEFT_OVERLOAD exp2(F x) { return weftExp2ForDouble(x, 0.0); }

// Returns 2 to the power of x times log2(10), where the product is the sum of two numbers.
F WEFT_OVERLOAD exp10(F x) {
  F high = x * 0x1.a934f0979a371p+1, low = fma(x, (F)0x1.a934f0979a371p+1, -high) + x * 0x1.7f2495fb7fa6dp-53;
  return weftExp2ForDouble(high, low);
}

// Returns a quarter of exp(x) - 1, for x of -60 to 710.5.
static F WEFT_OVERLOAD weftQuarterOfExpm1(F x) {
  L number;
  F rest = weftExpm1OfRest(x, &number), power = __builtin_astype((number + 1021) << 52, F); // a quarter of it
  return power * rest + (power - 0.25);
}

F WEFT_OVERLOAD expm1(F x) {
  F result = 4.0 * weftQuarterOfExpm1(weftClamped(x, -60.0, 710.0));
  return fabs(x) < 0x1p-54 ? x : result;
}

// With e = exp(|x|) - 1, the result is (e + e / (e + 1)) / 2.
F WEFT_OVERLOAD sinh(F x) {
  F half1 = 2.0 * weftQuarterOfExpm1(weftClamped(fabs(x), 0.0, 710.5));
  F result = half1 + (half1 < 0x1p60 ? half1 / (2.0 * half1 + 1.0) : (F)0.5);
  return fabs(x) < 0x1p-27 ? x : copysign(result, x);
}

// With e = exp(|x|), the result is (e + 1 / e) / 2.
F WEFT_OVERLOAD cosh(F x) {
  F quarter = weftQuarterOfExpm1(weftClamped(fabs(x), 0.0, 710.5)) + 0.25;
  return 2.0 * quarter + 0.125 / quarter;
}

// With e = exp(2 |x|) - 1, the result is e / (e + 2). From 19.1 on it is 1.
F WEFT_OVERLOAD tanh(F x) {
  F quarter = weftQuarterOfExpm1(2.0 * weftClamped(fabs(x), 0.0, 20.0));
  return fabs(x) < 0x1p-27 ? x : copysign(quarter / (quarter + 0.5), x);
}

// Returns erfc of a magnitude up to 28, by the formula of erfc for float: exp(-a^2) times a slowly varying function,
// divided by 1 + 2 a. The polynomial is within 2^-60 of that slowly varying function. The square is stored exactly, as
// the sum of two numbers.
static F WEFT_OVERLOAD weftErfcOfMagnitude(F a) {
  F t = (a - 3.75) / (a + 3.75);
  F p = 0x1.541a968b64698p-32;
  p = p * t - 0x1.1321ab23c9a33p-34;
  p = p * t - 0x1.6254960d9aaa3p-28;
  p = p * t - 0x1.5ebe49fce41a3p-29;
  p = p * t + 0x1.5299f0e6e9a4fp-25;
  p = p * t + 0x1.74288ff6bf30ap-26;
  p = p * t - 0x1.1767eb1e55984p-22;
  p = p * t - 0x1.e1922b1779719p-25;
  p = p * t + 0x1.d69d0a8264b38p-20;
  p = p * t - 0x1.057673c3f6b44p-20;
  p = p * t - 0x1.800836986f6d1p-17;
  p = p * t + 0x1.778bf26bd69a9p-16;
  p = p * t + 0x1.b144510473537p-15;
  p = p * t - 0x1.303fa4429231fp-12;
  p = p * t + 0x1.33fb23e7344a0p-12;
  p = p * t + 0x1.cc3a0e634d317p-10;
  p = p * t - 0x1.3f603c32fb197p-7;
  p = p * t + 0x1.d0b0037d6a965p-6;
  p = p * t - 0x1.e0d0fa6e049afp-5;
  p = p * t + 0x1.7a14188a9afdfp-4;
  p = p * t - 0x1.bda9309a28769p-4;
  p = p * t + 0x1.510169d096780p-4;
  p = p * t + 0x1.d5f2948159c9ap-9;
  p = p * t - 0x1.1f367683f89a6p-3;
  p = p * t + 0x1.3ccda0b5d5dc2p+0;
  F square = a * a, low = fma(a, a, -square);
  L number;
  F mantissa = weftExpm1OfRest(-square, &number) + 1.0;
  mantissa -= mantissa * low;
  return weftTimesPowerOfTwo(mantissa * (p / (1.0 + 2.0 * a)), number);
}

F WEFT_OVERLOAD erfc(F x) {
  F result = weftErfcOfMagnitude(weftClamped(fabs(x), 0.0, 28.0));
  return x < 0.0 ? 2.0 - result : result;
}

// Up to 0.9 the result is the minimax polynomial, within 2^-59 of the function. Above, it is 1 - erfc(|x|).
F WEFT_OVERLOAD erf(F x) {
  F square = x * x;
  F p = -0x1.cad1a15d3b8bbp-31;
  p = p * square + 0x1.e09727908fdf7p-27;
  p = p * square - 0x1.5d46b603828aep-23;
  p = p * square + 0x1.b9af617050ea2p-20;
  p = p * square - 0x1.f4ceb28e52da7p-17;
  p = p * square + 0x1.f9a2fd7699f24p-14;
  p = p * square - 0x1.c02db2c9d48a2p-11;
  p = p * square + 0x1.565bcd08a8ab1p-8;
  p = p * square - 0x1.b82ce312686e7p-6;
  p = p * square + 0x1.ce2f21a042609p-4;
  p = p * square - 0x1.812746b0379e0p-2;
  p = p * square + 0x1.06eba8214db69p-3;
  F large = copysign(1.0 - weftErfcOfMagnitude(weftClamped(fabs(x), 0.0, 28.0)), x);
  return fabs(x) < 0.9 ? x * p + x : large;
}
