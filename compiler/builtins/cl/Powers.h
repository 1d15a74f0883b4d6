// Defines pow, powr, pown and rootn for the scalar or vector type F (EachWidth.h), by WEFT_POWER and WEFT_ROOT.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// WEFT_POWER and WEFT_ROOT take magnitudes from 0 to infinity, a finite y of at most 2^64, and an n other than 0.

// y is clamped to 2^64. For every base but 1 this gives the same power as an infinite y: even the base next to 1, whose
// logarithm is about 2^-53, then gives infinity or zero. For a base of 1, a clamped y gives the power 1.
static F WEFT_OVERLOAD weftPower(F x, F y) {
  y = y > (F)0x1p64f ? (F)0x1p64f : y;
  y = y > (F)-0x1p64f ? y : (F)-0x1p64f;
  return WEFT_POWER(fabs(x), WEFT_TO_DOUBLE(y));
}

F WEFT_OVERLOAD pow(F x, F y) {
  F result = weftPower(x, y), half1 = y * (F)0.5f;
  B whole = y == trunc(y), odd = whole && half1 != trunc(half1);
  result = odd ? copysign(result, x) : result;
  result = x < 0 && !whole && !isinf(x) ? (F)NAN : result;
  result = isnan(x) || isnan(y) ? x + y : result;
  return x == 1 || y == 0 ? (F)1 : result;
}

F WEFT_OVERLOAD powr(F x, F y) {
  F result = weftPower(x, y);
  // For powr, 0^0, infinity^0 and 1^infinity are undefined, and give NaN.
  B undefined = ((x == 0 || isinf(x)) && y == 0) || (x == 1 && isinf(y));
  return x < 0 || isnan(x) || isnan(y) || undefined ? (F)NAN : result;
}

F WEFT_OVERLOAD pown(F x, I n) {
  F result = WEFT_POWER(fabs(x), WEFT_TO_DOUBLE(n));
  result = WEFT_TO_BITS(n & 1) != 0 ? copysign(result, x) : result;
  result = isnan(x) ? x : result;
  return WEFT_TO_BITS(n) == 0 ? (F)1 : result;
}

F WEFT_OVERLOAD rootn(F x, I n) {
  F result = WEFT_ROOT(fabs(x), WEFT_TO_DOUBLE(n));
  B odd = WEFT_TO_BITS(n & 1) != 0;
  result = odd ? copysign(result, x) : result;
  return WEFT_TO_BITS(n) == 0 || (x < 0 && !odd) || isnan(x) ? (F)NAN : result;
}
