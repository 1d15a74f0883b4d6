// Defines ldexp for the scalar or vector type F (EachWidth.h). WEFT_BIAS and WEFT_MANTISSA describe its format.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product with a power of two rounds only if the result is denormal. So only the last of several products may give a
// denormal result. The exponents of the factors before it stay above the denormal range by the length of a mantissa. If
// a product before the last is denormal nevertheless, the result is zero. Three factors span all exponents, including
// those of denormal arguments.
F WEFT_OVERLOAD ldexp(F x, I n) {
  const int most = WEFT_BIAS, least = 1 - WEFT_BIAS, short1 = least + WEFT_MANTISSA + 1;
  I rest = clamp(n, 3 * short1, 3 * most);
  I first = rest > most ? (I)most : rest < least ? (I)short1 : rest;
  rest -= first;
  I second = rest > most ? (I)most : rest < least ? (I)short1 : rest;
  rest -= second;
  x *= __builtin_astype(WEFT_TO_BITS(first + WEFT_BIAS) << WEFT_MANTISSA, F);
  x *= __builtin_astype(WEFT_TO_BITS(second + WEFT_BIAS) << WEFT_MANTISSA, F);
  return x * __builtin_astype(WEFT_TO_BITS(rest + WEFT_BIAS) << WEFT_MANTISSA, F);
}
