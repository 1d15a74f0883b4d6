// Defines exact fmod, remainder and remquo for the scalar or vector type F (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LongDivision.h"

// Returns whether a division of the magnitudes x and y takes only one step. It does if their quotient is below
// WEFT_NEAR, neither of them is infinite or NaN, and y isn't zero.
static B WEFT_OVERLOAD weftAreNear(F x, F y) { return x < y * (F)WEFT_NEAR && y < (F)INFINITY ? (B)-1 : (B)0; }

// Returns x modulo y, for magnitudes that one step divides (weftAreNear). The step doesn't round, because its result is
// a multiple of y's last place and not larger than y. The computed quotient may be one too large, as the division
// rounds.
static F WEFT_OVERLOAD weftNearModulo(F x, F y, F *quotient) {
  F whole = trunc(x / y), rest = fma(-whole, y, x);
  *quotient = rest < 0 ? whole - 1 : whole;
  return rest < 0 ? rest + y : rest;
}

// Computes fmod for the elements for which one step is not enough (`areNear` is false). The results of other elements
// stay.
static F __attribute__((cold)) WEFT_OVERLOAD weftFmodsOfFar(F x, F y, B areNear, F result) {
#pragma unroll 1
  for (int i = 0; i < WEFT_ELEMENTS; ++i)
    if (!((WEFT_BITS *)&areNear)[i])
      ((WEFT_SCALAR *)&result)[i] = weftFmodOfFar(((WEFT_SCALAR *)&x)[i], ((WEFT_SCALAR *)&y)[i]);
  return result;
}

static F __attribute__((cold)) WEFT_OVERLOAD weftRemaindersOfFar(F x, F y, B areNear, F result, I *bits) {
#pragma unroll 1
  for (int i = 0; i < WEFT_ELEMENTS; ++i)
    if (!((WEFT_BITS *)&areNear)[i])
      ((WEFT_SCALAR *)&result)[i] = weftRemainderOfFar(((WEFT_SCALAR *)&x)[i], ((WEFT_SCALAR *)&y)[i], (int *)bits + i);
  return result;
}

F WEFT_OVERLOAD fmod(F x, F y) {
  F quotient, result = copysign(weftNearModulo(fabs(x), fabs(y), &quotient), x);
  B areNear = weftAreNear(fabs(x), fabs(y));
  if (!all(areNear))
    result = weftFmodsOfFar(x, y, areNear, result);
  return result;
}

// Returns the remainder for the quotient rounded to nearest, ties to even. `bits` gets the quotient's last 7 bits with
// its sign, or 0 if the remainder is NaN.
static F WEFT_OVERLOAD weftRemainder(F x, F y, I *bits) {
  F divisor = fabs(y), quotient, rest = weftNearModulo(fabs(x), divisor, &quotient);
  // The comparison avoids doubling the rest, which might overflow. The difference is exact where it matters: for a rest
  // of at least half the divisor.
  F other = divisor - rest, half1 = quotient * (F)0.5f;
  B isMore = rest > other || (rest == other && half1 != trunc(half1)) ? (B)-1 : (B)0;
  rest = isMore ? rest - divisor : rest;
  quotient = isMore ? quotient + 1 : quotient;
  quotient -= trunc(quotient * (F)0x1p-7f) * (F)128;
  B isNegative = __builtin_astype(x, B) < 0 ? (B)-1 : (B)0,
    differ = (__builtin_astype(x, B) ^ __builtin_astype(y, B)) < 0;
  I numbers = WEFT_TO_INT(differ ? -quotient : quotient);
  F result = isNegative ? -rest : rest;
  B areNear = weftAreNear(fabs(x), divisor);
  if (!all(areNear)) {
    I each = numbers;
    result = weftRemaindersOfFar(x, y, areNear, result, &each);
    numbers = each;
  }
  *bits = numbers;
  return result;
}

F WEFT_OVERLOAD remainder(F x, F y) {
  I bits;
  return weftRemainder(x, y, &bits);
}

#define WEFT_REMQUO(space)                                                                                             \
  F WEFT_OVERLOAD remquo(F x, F y, space I *quotient) {                                                                \
    I bits;                                                                                                            \
    F rest = weftRemainder(x, y, &bits);                                                                               \
    *quotient = bits;                                                                                                  \
    return rest;                                                                                                       \
  }
WEFT_REMQUO(private)
WEFT_REMQUO(local)
WEFT_REMQUO(global)
WEFT_REMQUO(generic)
#undef WEFT_REMQUO
