// fmod, remainder and remquo (OpenCL C 3.0, section 6.15.2), exact for all arguments, denormals among them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Elementwise.h"

// x modulo y, both positive and finite (or y infinite). `quotient` gets the last 45 bits of the whole quotient.
//
// Long division with digits of up to 52 bits. The divisor is a power of two times y, so no step rounds: its remainder
// is a multiple of the divisor's last place and not larger than the divisor. The computed quotient may be one too
// large, as the division before it rounds. One step does for x / y < 2^52.
static double weftModulo(double x, double y, ulong *quotient) {
  // No step may multiply an infinite divisor by a digit of zero.
  *quotient = 0;
  if (x < y)
    return x;
  double divisor = y;
  while (x * 0x1p-52 >= divisor)
    divisor *= 0x1p45;
  for (;;) {
    double digit = trunc(x / divisor);
    x = fma(-digit, divisor, x);
    if (x < 0) {
      x += divisor;
      digit -= 1;
    }
    if (divisor == y) {
      *quotient = (ulong)digit;
      return x;
    }
    divisor *= 0x1p-45;
  }
}

static bool weftHasRemainder(double x, double y) { return isfinite(x) && !isnan(y) && y != 0; }

static double weftFmod(double x, double y) {
  if (!weftHasRemainder(x, y))
    return NAN;
  ulong quotient;
  return copysign(weftModulo(fabs(x), fabs(y), &quotient), x);
}

// The remainder for the quotient rounded to nearest, to even if in the middle; `bits` gets the quotient's last 7 bits
// with its sign, or 0 if there is no remainder.
static double weftRemainder(double x, double y, int *bits) {
  *bits = 0;
  if (!weftHasRemainder(x, y))
    return NAN;
  double divisor = fabs(y);
  ulong quotient;
  double rest = weftModulo(fabs(x), divisor, &quotient);
  // Twice the rest might overflow. The difference is exact where it matters: for a rest of at least half the divisor.
  double other = divisor - rest;
  if (rest > other || (rest == other && (quotient & 1))) {
    rest -= divisor;
    quotient += 1;
  }
  *bits = (int)(quotient & 127);
  if (signbit(x) != signbit(y))
    *bits = -*bits;
  return signbit(x) ? -rest : rest;
}

// Floats are divided as doubles, where none of them is denormal; their remainders are floats.
#define WEFT_REMAINDERS(type)                                                                                          \
  type WEFT_OVERLOAD fmod(type x, type y) { return (type)weftFmod(x, y); }                                             \
  type WEFT_OVERLOAD remainder(type x, type y) {                                                                       \
    int bits;                                                                                                          \
    return (type)weftRemainder(x, y, &bits);                                                                           \
  }                                                                                                                    \
  WEFT_ELEMENTWISE2(fmod, type)                                                                                        \
  WEFT_ELEMENTWISE2(remainder, type)

WEFT_REMAINDERS(float)
WEFT_REMAINDERS(double)

#define WEFT_REMQUO_PARTS(space, type, integer, first, second, firstInteger, secondInteger)                            \
  type WEFT_OVERLOAD remquo(type x, type y, space integer *quotient) {                                                 \
  private                                                                                                              \
    firstInteger low;                                                                                                  \
  private                                                                                                              \
    secondInteger high;                                                                                                \
    type rest = (type)(remquo(x.first, y.first, &low), remquo(x.second, y.second, &high));                             \
    *quotient = (integer)(low, high);                                                                                  \
    return rest;                                                                                                       \
  }
#define WEFT_REMQUO(space, type)                                                                                       \
  type WEFT_OVERLOAD remquo(type x, type y, space int *quotient) {                                                     \
    int bits;                                                                                                          \
    type rest = (type)weftRemainder(x, y, &bits);                                                                      \
    *quotient = bits;                                                                                                  \
    return rest;                                                                                                       \
  }                                                                                                                    \
  WEFT_REMQUO_PARTS(space, type##2, int2, lo, hi, int, int)                                                            \
  WEFT_REMQUO_PARTS(space, type##3, int3, xy, z, int2, int)                                                            \
  WEFT_REMQUO_PARTS(space, type##4, int4, lo, hi, int2, int2)                                                          \
  WEFT_REMQUO_PARTS(space, type##8, int8, lo, hi, int4, int4)                                                          \
  WEFT_REMQUO_PARTS(space, type##16, int16, lo, hi, int8, int8)
#define WEFT_REMQUO_SPACES(type)                                                                                       \
  WEFT_REMQUO(private, type)                                                                                           \
  WEFT_REMQUO(local, type)                                                                                             \
  WEFT_REMQUO(global, type)                                                                                            \
  WEFT_REMQUO(generic, type)

WEFT_REMQUO_SPACES(float)
WEFT_REMQUO_SPACES(double)
