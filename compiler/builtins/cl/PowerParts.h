// Helpers of pow: log2 and exp2 for the type D, double or a vector (EachWidth.h), for powers of floats and of doubles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Splits a positive finite x into a whole exponent and a mantissa m from sqrt(1/2) to sqrt(2), and returns the
// mantissa. The callers compute f = (m - 1) / (m + 1), as log(m) is 2 atanh(f), which is an odd series.
static D WEFT_OVERLOAD weftMantissa(D x, D *exponent) {
  L denormal = x < 0x1p-1022;
  x = denormal ? x * 0x1p+54 : x;
  L bits = __builtin_astype(x, L);
  // These are the bits of sqrt(1/2). From this mantissa on, the exponent is one higher.
  L power = (bits - 0x3fe6a09e667f3bcdL) >> 52;
  *exponent = WEFT_TO_DOUBLE(WEFT_TO_INT(power)) - (denormal ? (D)54 : (D)0);
  return __builtin_astype(bits - (power << 52), D);
}

// Returns x times 2 to the power n, for x of 1/2 to 4 and n of -1100 to 1100. It multiplies by two powers with half of
// n each. Both powers are normal numbers, and only the second product rounds, even if it is denormal.
static D WEFT_OVERLOAD weftTimesPowerOfTwo(D x, L n) {
  // Half of n, plus 1024. n + 2048 is positive, so the shift is unsigned: only AVX-512 has a signed one of 64 bits.
  L half1 = __builtin_astype(__builtin_astype(n + 2048, UL) >> 1, L);
  return x * __builtin_astype((half1 - 1) << 52, D) * __builtin_astype((n - half1 + 2047) << 52, D);
}

// Returns the whole number, of less than 51 bits, to which 1.5 * 2^52 has been added.
static L WEFT_OVERLOAD weftLowBits(D shifted) {
  return __builtin_astype(shifted, L) - __builtin_astype((D)0x1.8p52, L);
}

// Returns log2 for x of 0 (minus infinity) to infinity. The relative error is below 2^-37.
static D WEFT_OVERLOAD weftLog2ForFloat(D x) {
  D exponent, m = weftMantissa(x, &exponent);
  D f = (m - 1) / (m + 1), s = f * f;
  D p = 0x1.5cef535314c71p-2;
  p = p * s + 0x1.a58d345c7fd67p-2;
  p = p * s + 0x1.2777807dc7f0ep-1;
  p = p * s + 0x1.ec709d1239480p-1;
  p = p * s + 0x1.71547652bee3ap+1;
  D result = f * p + exponent;
  result = x == 0 ? (D)-INFINITY : result;
  return x == INFINITY ? x : result;
}

// Returns exp2(x) with a relative error below 2^-32. NaN gives NaN.
static D WEFT_OVERLOAD weftExp2ForFloat(D x) {
  x = x > 200 ? (D)200 : x;
  x = x < -200 ? (D)-200 : x;
  D shifted = x + 0x1.8p52, r = x - (shifted - 0x1.8p52);
  D p = 0x1.00a95c2ae4654p-16;
  p = p * r + 0x1.44464267abd77p-13;
  p = p * r + 0x1.5d879ac85bb70p-10;
  p = p * r + 0x1.3b2a151ebbc15p-7;
  p = p * r + 0x1.c6b08d89b743dp-5;
  p = p * r + 0x1.ebfbe04abed69p-3;
  p = p * r + 0x1.62e42fefa39efp-1;
  return weftTimesPowerOfTwo(r * p + 1, weftLowBits(shifted));
}

// Returns log2(x) as the sum of the result and `low`, with a relative error below 2^-62. The division and the product
// with 2 / ln 2 are computed to more digits than a double has. The series from its second term on is 2^-6 of its first
// term, so double is enough for it.
static D WEFT_OVERLOAD weftLog2ForDouble(D x, D *low) {
  D exponent, m = weftMantissa(x, &exponent);
  D numerator = m - 1, divisor = m + 1;
  D divisorLow = m - (divisor - 1);
  D f = numerator / divisor;
  D fLow = (fma(-f, divisor, numerator) - f * divisorLow) / divisor;
  D s = f * f;
  D p = 0x1.e6d04c9e3c20ep-5;
  p = p * s + 0x1.debb4432155e1p-5;
  p = p * s + 0x1.111d3bc7f927ap-4;
  p = p * s + 0x1.3b137abacbd15p-4;
  p = p * s + 0x1.745d17d4e023ep-4;
  p = p * s + 0x1.c71c71c649d29p-4;
  p = p * s + 0x1.249249249296cp-3;
  p = p * s + 0x1.9999999999998p-3;
  p = p * s + 0x1.5555555555555p-2;
  const double factor = 0x1.71547652b82fep+1, factorLow = 0x1.777d0ffda0d24p-55;
  D main = f * factor;
  D rest = fma(f, (D)factor, -main) + f * factorLow + (f * s * p + fLow * (1 + s)) * factor;
  D high = exponent + main;
  rest += main - (high - exponent);
  D sum = high + rest;
  *low = rest - (sum - high);
  sum = x == 0 ? (D)-INFINITY : sum;
  return x == INFINITY ? x : sum;
}

// Returns 2 to the power of x + low, where |low| is at most half a unit in the last place of x. NaN gives NaN.
static D WEFT_OVERLOAD weftExp2ForDouble(D x, D low) {
  low = fabs(x) < 1100 ? low : (D)0;
  x = x > 1100 ? (D)1100 : x;
  x = x < -1100 ? (D)-1100 : x;
  D shifted = x + 0x1.8p52, r = x - (shifted - 0x1.8p52) + low;
  D p = 0x1.e9d9544ebbe4ap-32;
  p = p * r + 0x1.e60c8140c1e74p-28;
  p = p * r + 0x1.b524f83442a6fp-24;
  p = p * r + 0x1.62bfd14e839b8p-20;
  p = p * r + 0x1.ffcbfc67f2735p-17;
  p = p * r + 0x1.4309130a7bf3ep-13;
  p = p * r + 0x1.5d87fe78a50bep-10;
  p = p * r + 0x1.3b2ab6fba19d3p-7;
  p = p * r + 0x1.c6b08d704a0c2p-5;
  p = p * r + 0x1.ebfbdff82c599p-3;
  p = p * r + 0x1.62e42fefa39efp-1;
  return weftTimesPowerOfTwo(r * p + 1, weftLowBits(shifted));
}
