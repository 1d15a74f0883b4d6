// Remainders of one pair of numbers, exact for all (OpenCL C 3.0, section 6.15.2), denormal ones among them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_LONG_DIVISION_H
#define WEFT_LONG_DIVISION_H

// Floats are divided as doubles, where none of them is denormal; their remainders are floats.

// x modulo y, both positive and finite (or y infinite). `quotient` gets the last 45 bits of the whole quotient.
//
// Long division with digits of up to 52 bits. The divisor is a power of two times y, so no step rounds: its remainder
// is a multiple of the divisor's last place and not larger than the divisor. The computed quotient may be one too
// large, as the division before it rounds. One step does for x / y < 2^52.
static double __attribute__((cold)) weftModulo(double x, double y, ulong *quotient) {
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

static double __attribute__((cold)) weftFmodOfFar(double x, double y) {
  if (!weftHasRemainder(x, y))
    return NAN;
  ulong quotient;
  return copysign(weftModulo(fabs(x), fabs(y), &quotient), x);
}

// The remainder for the quotient rounded to nearest, to even if in the middle; `bits` gets the quotient's last 7 bits
// with its sign, or 0 if there is no remainder.
static double __attribute__((cold)) weftRemainderOfFar(double x, double y, int *bits) {
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

#endif
