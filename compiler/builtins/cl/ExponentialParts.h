// Common parts of the exponential functions for the type F, which is float or a vector of floats (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Returns x times 2 to the power n, for x of 2^-24 to 2^2 and n of -180 to 180. It multiplies by two powers with half
// of n each. Both powers are normal numbers, and only the second product rounds, even if it is denormal.
static F WEFT_OVERLOAD weftTimesPowerOfTwo(F x, I n) {
  I half1 = n >> 1, half2 = n - half1;
  return x * __builtin_astype((half1 + 127) << 23, F) * __builtin_astype((half2 + 127) << 23, F);
}

// Returns m so that exp(x + low) = 2^n m, for |x| up to 128 and a small low. After a whole multiple of ln 2 is
// subtracted, the rest is at most half of ln 2. There, the polynomial is within 2^-26 of the function. It interpolates
// at the Chebyshev nodes, with coefficients rounded to float.
static F WEFT_OVERLOAD weftExpMantissa(F x, F low, I *n) {
  F whole = rint(x * 0x1.715476p+0f);
  // ln 2 is the sum of two numbers. The first has 15 bits, so its product is exact.
  F r = x - whole * 0x1.62e4p-1f;
  r = r - whole * 0x1.7f7d1cp-20f + low;
  F p = 0x1.6d1606p-10f;
  p = p * r + 0x1.12106cp-7f;
  p = p * r + 0x1.555516p-5f;
  p = p * r + 0x1.5554d8p-3f;
  p = p * r + 0x1p-1f;
  *n = WEFT_TO_INT(whole);
  return 1.0f + (r * r * p + r);
}
