// sin, cos and tan of float at the width F (see EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define U WEFT_PASTE(ulong, WEFT_WIDTH)

// x less its nearest whole number of quarter turns, for |x| below 192, where that number has 7 bits. pi / 2 has three
// parts; the first two have 17 bits, so that their products are exact (Cody and Waite, "Software manual for the
// elementary functions", 1980). Behind the addition of 1.5 * 2^23 the lowest bits are the number.
static F WEFT_OVERLOAD weftNearRest(F x, I *quarters) {
  F shifted = x * 0x1.45f306p-1f + 0x1.8p23f;
  *quarters = __builtin_astype(shifted, I);
  F whole = shifted - 0x1.8p23f;
  F rest = x - whole * 0x1.921fp+0f;
  rest = rest - whole * 0x1.6a88p-17f;
  return rest - whole * 0x1.0b4612p-34f;
}

// The same for |x| below 2^20: in double precision pi / 2 has two parts, the first of 33 bits, so that its product is
// exact. No float of that size is nearer than 2^-30 to a quarter turn.
static F WEFT_OVERLOAD weftFarRest(F x, I *quarters) {
  D whole = rint(WEFT_TO_DOUBLE(x) * 0x1.45f306dc9c883p-1);
  *quarters = WEFT_TO_INT(whole);
  return WEFT_TO_F(WEFT_TO_DOUBLE(x) - whole * 0x1.921fb544p+0 - whole * 0x1.0b4611a626331p-34);
}

// 32 bits of 2 / pi, those that begin 32 * word bits behind its point.
static U WEFT_OVERLOAD weftWordOfQuarters(I word) {
  I bits = 0;
  bits = word == 0 ? (I)(int)0xa2f9836eu : bits;
  bits = word == 1 ? (I)0x4e441529 : bits;
  bits = word == 2 ? (I)(int)0xfc2757d1u : bits;
  bits = word == 3 ? (I)(int)0xf534ddc0u : bits;
  bits = word == 4 ? (I)(int)0xdb629599u : bits;
  bits = word == 5 ? (I)0x3c439041 : bits;
  bits = word == 6 ? (I)(int)0xfe5163abu : bits;
  return __builtin_astype(WEFT_TO_LONG(bits), U) & 0xffffffffUL;
}

// And for those of 2^20 or more, after Payne and Hanek, "Radian reduction for trigonometric functions" (1983): of
// the product of x and 2 / pi, those bits of the latter that give whole turns are left out, and those beyond 96 more.
static F WEFT_OVERLOAD weftFarthestRest(F x, I *quarters) {
  I bits = __builtin_astype(x, I);
  U mantissa = __builtin_astype(WEFT_TO_LONG((bits & 0x7fffff) | 0x800000), U);
  I begin = ((bits >> 23) & 0xff) - 152 + 32; // of those bits; a word of zeros stands before the point
  I word = (begin >> 5) - 1;
  U shift = 32 - __builtin_astype(WEFT_TO_LONG(begin & 31), U);
  U first = weftWordOfQuarters(word), second = weftWordOfQuarters(word + 1), third = weftWordOfQuarters(word + 2),
    last = weftWordOfQuarters(word + 3);
  U high = ((first << 32 | second) >> shift) & 0xffffffffUL;
  U middle = ((second << 32 | third) >> shift) & 0xffffffffUL;
  U low = ((third << 32 | last) >> shift) & 0xffffffffUL;
  // In quarter turns modulo four, with 62 bits behind the point.
  U turns = (mantissa * high << 32) + mantissa * middle + (mantissa * low >> 32);
  U whole = (turns + (1UL << 61)) >> 62;
  F rest = WEFT_TO_F(WEFT_TO_DOUBLE(__builtin_astype(turns - (whole << 62), L)) * 0x1.921fb54442d18p-62);
  I number = WEFT_TO_INT(__builtin_astype(whole, L));
  *quarters = bits < 0 ? -number : number;
  return bits < 0 ? -rest : rest;
}

// NaN for what is no number, or infinite.
static F WEFT_OVERLOAD weftQuarterTurns(F x, I *quarters) {
  F rest = weftNearRest(x, quarters);
  B isFar = fabs(x) >= 192.0f;
  if (any(isFar ? (B)-1 : (B)0)) {
    B isFarthest = fabs(x) >= 0x1p20f;
    I number;
    F far = weftFarRest(isFar && !isFarthest ? x : (F)0.0f, &number);
    *quarters = isFar ? number : *quarters;
    rest = isFar ? far : rest;
    if (any(isFarthest ? (B)-1 : (B)0)) {
      F farthest = weftFarthestRest(x, &number);
      *quarters = isFarthest ? number : *quarters;
      rest = isFarthest ? farthest : rest;
      rest = fabs(x) < INFINITY ? rest : (F)NAN;
    }
  }
  return rest;
}

// For |r| up to pi / 4. The polynomials are the minimax ones, within 2^-28 and 2^-33 of the functions.
static F WEFT_OVERLOAD weftSinOfRest(F r) {
  F square = r * r;
  F p = -0x1.994e5cp-13f;
  p = p * square + 0x1.110760p-7f;
  p = p * square - 0x1.555546p-3f;
  return r * square * p + r;
}

static F WEFT_OVERLOAD weftCosOfRest(F r) {
  F square = r * r;
  F p = 0x1.9a020ap-16f;
  p = p * square - 0x1.6c0c8ap-10f;
  p = p * square + 0x1.55554ap-5f;
  p = p * square - 0.5f;
  return p * square + 1.0f;
}

// The sine of so many quarter turns and a rest.
static F WEFT_OVERLOAD weftSinOfQuarters(F r, I quarters) {
  F result = (quarters & 1) != 0 ? weftCosOfRest(r) : weftSinOfRest(r);
  return __builtin_astype(__builtin_astype(result, I) ^ ((quarters & 2) << 30), F);
}

F WEFT_OVERLOAD sin(F x) {
  I quarters;
  F r = weftQuarterTurns(x, &quarters);
  F result = weftSinOfQuarters(r, quarters);
  return fabs(x) < 0x1p-12f ? x : result; // -0 as well
}

F WEFT_OVERLOAD cos(F x) {
  I quarters;
  F r = weftQuarterTurns(x, &quarters);
  return weftSinOfQuarters(r, quarters + 1);
}

F WEFT_OVERLOAD tan(F x) {
  I quarters;
  F r = weftQuarterTurns(x, &quarters);
  F sine = weftSinOfRest(r), cosine = weftCosOfRest(r);
  B isOdd = (quarters & 1) != 0;
  F result = (isOdd ? -cosine : sine) / (isOdd ? sine : cosine);
  return fabs(x) < 0x1p-12f ? x : result;
}

#undef U
