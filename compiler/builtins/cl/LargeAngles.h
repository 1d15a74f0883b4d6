// Reduces large angles by whole quarter turns, for the type F: float, double or a vector of either (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_LARGE_ANGLES_H
#define WEFT_LARGE_ANGLES_H

// The bits of 2 / pi after the binary point, and a word of zeros before them.
__constant ulong weftBitsOfQuarters[] = {
    0,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
};

// Returns x minus the nearest whole multiple of a quarter turn, for |x| of 2^20 or more, after Payne and Hanek, "Radian
// reduction for trigonometric functions" (1983). x's mantissa is multiplied by 192 bits of 2 / pi. The bits before them
// would only give whole turns, and the bits after them are too small. Returns NaN for infinities and NaNs.
static double __attribute__((cold)) weftRestOfLarge(double x, int *quarters) {
  ulong bits = as_ulong(x);
  int exponent = (int)(bits >> 52) & 0x7ff;
  *quarters = 0;
  if (exponent == 0x7ff)
    return NAN;
  ulong mantissa = (bits & 0xfffffffffffffUL) | 0x10000000000000UL;
  int begin = exponent - 1075 + 62, word = begin >> 6;
  ulong shift = begin & 63;
  ulong words[3];
  for (int i = 0; i < 3; ++i) // shifts right by 64 - shift, which may be 64, in two steps
    words[i] = weftBitsOfQuarters[word + i] << shift | weftBitsOfQuarters[word + i + 1] >> 1 >> (63 - shift);
  // The product is in quarter turns modulo four. `turns` has 62 bits after the binary point, and `low` has 64 more.
  ulong lowPart = mantissa * words[1];
  ulong low = lowPart + mul_hi(mantissa, words[2]);
  ulong turns = mantissa * words[0] + mul_hi(mantissa, words[1]) + (low < lowPart);
  ulong whole = (turns + (1UL << 61)) >> 62;
  turns -= whole << 62;
  bool isNegative = (long)turns < 0;
  if (isNegative) {
    low = -low;
    turns = ~turns + (low == 0);
  }
  bool isTiny = turns == 0;
  turns = isTiny ? low : turns;
  low = isTiny ? 0 : low;
  ulong zeros = clz(turns) & 63;
  turns = turns << zeros | low >> 1 >> (63 - zeros);
  double rest = ldexp((double)turns, -62 - (int)zeros - (isTiny ? 64 : 0)) * 0x1.921fb54442d18p+0;
  isNegative ^= x < 0;
  *quarters = x < 0 ? -(int)whole : (int)whole;
  return isNegative ? -rest : rest;
}

#endif

// Reduces the elements of x that are not below `limit`. The rests and quarters of other elements stay.
static F __attribute__((cold)) WEFT_OVERLOAD weftRestsOfLarge(F x, F limit, F rest, B *quarters) {
  B numbers = *quarters;
#pragma unroll 1
  for (int i = 0; i < WEFT_ELEMENTS; ++i) {
    WEFT_SCALAR one = ((WEFT_SCALAR *)&x)[i];
    if (fabs(one) < ((WEFT_SCALAR *)&limit)[i])
      continue;
    int number;
    ((WEFT_SCALAR *)&rest)[i] = weftRestOfLarge(one, &number);
    ((WEFT_BITS *)&numbers)[i] = number;
  }
  *quarters = numbers;
  return rest;
}
