// Defines sinpi, cospi and tanpi for the scalar or vector type F (EachWidth.h) by weftSineOfPart and weftCosineOfPart.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Splits a magnitude, without rounding, into whole periods of 2, `quarter` halves (0 to 4) and a rest. The functions
// below add zero to a result, which turns -0 into +0, so that zeros have the signs of IEEE 754-2019, section 9.2.1.
#define WEFT_REDUCE                                                                                                    \
  F a = fabs(x);                                                                                                       \
  a -= 2 * floor(a * (F)0.5f);                                                                                         \
  F quarter = rint(2 * a), r = a - quarter * (F)0.5f, s = r * r;                                                       \
  F sine = weftSineOfPart(r, s), cosine = weftCosineOfPart(s);                                                         \
  B odd = quarter == 1 || quarter == 3

F WEFT_OVERLOAD sinpi(F x) {
  WEFT_REDUCE;
  F result = odd ? cosine : sine;
  result = (quarter == 2 || quarter == 3 ? -result : result) + 0;
  return result * copysign((F)1, x);
}

F WEFT_OVERLOAD cospi(F x) {
  WEFT_REDUCE;
  F result = odd ? sine : cosine;
  return (quarter == 1 || quarter == 2 ? -result : result) + 0;
}

// At odd whole numbers the result is -0. At odd multiples of 1/2 the result is infinite.
F WEFT_OVERLOAD tanpi(F x) {
  WEFT_REDUCE;
  F first = odd ? cosine : sine, second = odd ? 0 - sine : cosine;
  second = quarter == 3 && r == 0 ? -second : second;
  F result = first / second;
  result = quarter == 2 && r == 0 ? (F)-0.0f : result;
  return result * copysign((F)1, x);
}

#undef WEFT_REDUCE
