// The math functions on half (OpenCL C 3.0, section 6.15.2, cl_khr_fp16), mostly computed in float.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Half.h"

// A float result within a few units in its last place gives the correct half or a neighbouring half. Sums, products,
// quotients and square roots of halfs are correctly rounded, because a float has more than twice as many bits plus two
// (Figueroa, "When is double rounding innocuous?", 1995).
#define WEFT_HALF1(name, n)                                                                                            \
  half##n WEFT_OVERLOAD name(half##n x) { return weftHalf(name(weftFloat(x))); }
#define WEFT_HALF2(name, n)                                                                                            \
  half##n WEFT_OVERLOAD name(half##n x, half##n y) { return weftHalf(name(weftFloat(x), weftFloat(y))); }
#define WEFT_HALF_INT(name, n)                                                                                         \
  half##n WEFT_OVERLOAD name(half##n x, int##n y) { return weftHalf(name(weftFloat(x), y)); }

#define WEFT_HALF_FUNCTIONS(n)                                                                                         \
  WEFT_HALF1(acos, n)                                                                                                  \
  WEFT_HALF1(acosh, n)                                                                                                 \
  WEFT_HALF1(acospi, n)                                                                                                \
  WEFT_HALF1(asin, n)                                                                                                  \
  WEFT_HALF1(asinh, n)                                                                                                 \
  WEFT_HALF1(asinpi, n)                                                                                                \
  WEFT_HALF1(atan, n)                                                                                                  \
  WEFT_HALF1(atanh, n)                                                                                                 \
  WEFT_HALF1(atanpi, n)                                                                                                \
  WEFT_HALF1(cbrt, n)                                                                                                  \
  WEFT_HALF1(ceil, n)                                                                                                  \
  WEFT_HALF1(cos, n)                                                                                                   \
  WEFT_HALF1(cosh, n)                                                                                                  \
  WEFT_HALF1(cospi, n)                                                                                                 \
  WEFT_HALF1(erf, n)                                                                                                   \
  WEFT_HALF1(erfc, n)                                                                                                  \
  WEFT_HALF1(exp, n)                                                                                                   \
  WEFT_HALF1(exp10, n)                                                                                                 \
  WEFT_HALF1(exp2, n)                                                                                                  \
  WEFT_HALF1(expm1, n)                                                                                                 \
  WEFT_HALF1(floor, n)                                                                                                 \
  WEFT_HALF1(lgamma, n)                                                                                                \
  WEFT_HALF1(log, n)                                                                                                   \
  WEFT_HALF1(log10, n)                                                                                                 \
  WEFT_HALF1(log1p, n)                                                                                                 \
  WEFT_HALF1(log2, n)                                                                                                  \
  WEFT_HALF1(logb, n)                                                                                                  \
  WEFT_HALF1(rint, n)                                                                                                  \
  WEFT_HALF1(round, n)                                                                                                 \
  WEFT_HALF1(rsqrt, n)                                                                                                 \
  WEFT_HALF1(sin, n)                                                                                                   \
  WEFT_HALF1(sinh, n)                                                                                                  \
  WEFT_HALF1(sinpi, n)                                                                                                 \
  WEFT_HALF1(sqrt, n)                                                                                                  \
  WEFT_HALF1(tan, n)                                                                                                   \
  WEFT_HALF1(tanh, n)                                                                                                  \
  WEFT_HALF1(tanpi, n)                                                                                                 \
  WEFT_HALF1(tgamma, n)                                                                                                \
  WEFT_HALF1(trunc, n)                                                                                                 \
  WEFT_HALF2(atan2, n)                                                                                                 \
  WEFT_HALF2(atan2pi, n)                                                                                               \
  WEFT_HALF2(fdim, n)                                                                                                  \
  WEFT_HALF2(fmax, n)                                                                                                  \
  WEFT_HALF2(fmin, n)                                                                                                  \
  WEFT_HALF2(fmod, n)                                                                                                  \
  WEFT_HALF2(hypot, n)                                                                                                 \
  WEFT_HALF2(maxmag, n)                                                                                                \
  WEFT_HALF2(minmag, n)                                                                                                \
  WEFT_HALF2(pow, n)                                                                                                   \
  WEFT_HALF2(powr, n)                                                                                                  \
  WEFT_HALF2(remainder, n)                                                                                             \
  WEFT_HALF_INT(ldexp, n)                                                                                              \
  WEFT_HALF_INT(pown, n)                                                                                               \
  WEFT_HALF_INT(rootn, n)
WEFT_ALL_WIDTHS(WEFT_HALF_FUNCTIONS)

// A scalar second argument applies to all elements.
#define WEFT_HALF_SCALAR_SECOND(n)                                                                                     \
  half##n WEFT_OVERLOAD fmax(half##n x, half y) { return fmax(x, (half##n)y); }                                        \
  half##n WEFT_OVERLOAD fmin(half##n x, half y) { return fmin(x, (half##n)y); }                                        \
  half##n WEFT_OVERLOAD ldexp(half##n x, int y) { return ldexp(x, (int##n)y); }
WEFT_VECTOR_WIDTHS(WEFT_HALF_SCALAR_SECOND)

// These functions change only bits, so that a NaN keeps its payload.
#define WEFT_HALF_BITS(n)                                                                                              \
  half##n WEFT_OVERLOAD fabs(half##n x) { return as_half##n((ushort##n)(as_ushort##n(x) & (ushort)0x7fff)); }          \
  half##n WEFT_OVERLOAD copysign(half##n x, half##n y) {                                                               \
    return as_half##n((ushort##n)((as_ushort##n(x) & (ushort)0x7fff) | (as_ushort##n(y) & (ushort)0x8000)));           \
  }                                                                                                                    \
  half##n WEFT_OVERLOAD nan(ushort##n code) { return as_half##n((ushort##n)(code | (ushort)0x7e00)); }                 \
  int##n WEFT_OVERLOAD ilogb(half##n x) { return ilogb(weftFloat(x)); }
WEFT_ALL_WIDTHS(WEFT_HALF_BITS)

// The product of two halfs is exact in a float. The sum is rounded to odd (see weftToOdd) by means of its error, which
// Knuth's two-sum computes. So the half is rounded only once. An infinite or undefined error counts as no error.
#define WEFT_HALF_FMA(n)                                                                                               \
  half##n WEFT_OVERLOAD fma(half##n x, half##n y, half##n z) {                                                         \
    float##n product = weftFloat(x) * weftFloat(y);                                                                    \
    float##n addend = weftFloat(z);                                                                                    \
    float##n sum = product + addend;                                                                                   \
    float##n part = sum - product;                                                                                     \
    float##n rest = sum - part;                                                                                        \
    float##n lost = addend - part;                                                                                     \
    float##n error = product - rest;                                                                                   \
    error = error + lost;                                                                                              \
    int##n bits = as_int##n(sum);                                                                                      \
    int##n towardsZero = (bits ^ as_int##n(error)) < 0 ? bits - 1 : bits;                                              \
    return weftHalf(as_float##n(error < 0 || error > 0 ? towardsZero | 1 : bits));                                     \
  }                                                                                                                    \
  half##n WEFT_OVERLOAD mad(half##n x, half##n y, half##n z) {                                                         \
    float##n product = weftFloat(x) * weftFloat(y);                                                                    \
    return weftHalf(product + weftFloat(z));                                                                           \
  }
WEFT_ALL_WIDTHS(WEFT_HALF_FMA)

// Ordered by value, the halfs map to consecutive integers from minus infinity to infinity, where both zeros are one
// integer.
#define WEFT_HALF_NEXTAFTER(n)                                                                                         \
  half##n WEFT_OVERLOAD nextafter(half##n x, half##n y) {                                                              \
    float##n from = weftFloat(x), to = weftFloat(y);                                                                   \
    int##n bits = weftWiden(x), sign = bits & 0x8000;                                                                  \
    int##n place = sign != 0 ? 0x8000 - bits : bits;                                                                   \
    place = from < to ? place + 1 : place - 1;                                                                         \
    int##n magnitude = place < 0 ? -place : place;                                                                     \
    int##n nextSign = place == 0 ? sign : place < 0 ? (int##n)0x8000 : (int##n)0;                                      \
    half##n next = weftNarrow(magnitude | nextSign);                                                                   \
    int##n undefined = from != from || to != to;                                                                       \
    int##n result = undefined ? weftWiden(weftHalf(from + to)) : from == to ? weftWiden(y) : weftWiden(next);          \
    return weftNarrow(result);                                                                                         \
  }
WEFT_ALL_WIDTHS(WEFT_HALF_NEXTAFTER)
