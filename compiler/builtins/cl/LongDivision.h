// Remainders of one pair of numbers, exact for all numbers including denormal ones (OpenCL C 3.0, section 6.15.2).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_LONG_DIVISION_H
#define WEFT_LONG_DIVISION_H

// Floats are divided as doubles, because no float is denormal as a double. Their remainders are exactly representable
// as floats.

// Returns x modulo y, for a positive finite x and a positive y, which may be infinite. `quotient` gets the last 45 bits
// of the whole quotient.
//
// This is long division with digits of up to 52 bits. The divisor of each step is y times a power of two. No step
// rounds, because its remainder is a multiple of the divisor's last place and not larger than the divisor. The computed
// digit may be one too large, as the floating-point division rounds. For x / y < 2^52 one step is enough.
static double __attribute__((cold)) weftModulo(double x, double y, ulong *quotient) {
  // x < y is handled first, because a step must not multiply an infinite divisor by a digit of zero.
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

// Returns the remainder for the quotient rounded to nearest, ties to even. `bits` gets the quotient's last 7 bits with
// its sign, or 0 if there is no remainder.
static double __attribute__((cold)) weftRemainderOfFar(double x, double y, int *bits) {
  *bits = 0;
  if (!weftHasRemainder(x, y))
    return NAN;
  double divisor = fabs(y);
  ulong quotient;
  double rest = weftModulo(fabs(x), divisor, &quotient);
  // The comparison avoids doubling the rest, which might overflow. The difference is exact where it matters: for a rest
  // of at least half the divisor.
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
