// Conversions of float and double to integers with saturation (OpenCL C 3.0, section 6.4.3.3). They replace libclc's,
// which don't convert NaN to zero.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Widths.h"

// weftWhole_... converts values inside the range to the integer type and drops the fraction. weftTruths_... converts a
// comparison's result to elements as large as the integers.
#define WEFT_WHOLE_SCALAR(type, from)                                                                                  \
  WEFT_HELPER type weftWhole_##type(from x) { return (type)x; }
#define WEFT_WHOLE(type, from, n)                                                                                      \
  WEFT_HELPER type##n weftWhole_##type(from##n x) { return __builtin_convertvector(x, type##n); }
#define WEFT_WHOLES(type)                                                                                              \
  WEFT_WHOLE_SCALAR(type, float)                                                                                       \
  WEFT_WHOLE_SCALAR(type, double)                                                                                      \
  WEFT_WHOLES_OF_WIDTH(type, 2)                                                                                        \
  WEFT_WHOLES_OF_WIDTH(type, 3)                                                                                        \
  WEFT_WHOLES_OF_WIDTH(type, 4)                                                                                        \
  WEFT_WHOLES_OF_WIDTH(type, 8)                                                                                        \
  WEFT_WHOLES_OF_WIDTH(type, 16)
#define WEFT_WHOLES_OF_WIDTH(type, n) WEFT_WHOLE(type, float, n) WEFT_WHOLE(type, double, n)
WEFT_WHOLES(char)
WEFT_WHOLES(uchar)
WEFT_WHOLES(short)
WEFT_WHOLES(ushort)
WEFT_WHOLES(int)
WEFT_WHOLES(uint)
WEFT_WHOLES(long)
WEFT_WHOLES(ulong)

WEFT_HELPER int weftTruths_int(int x) { return x; }
WEFT_HELPER int weftTruths_long(int x) { return x; }
#define WEFT_TRUTHS(n)                                                                                                 \
  WEFT_HELPER int##n weftTruths_int(int##n x) { return x; }                                                            \
  WEFT_HELPER long##n weftTruths_long(int##n x) { return __builtin_convertvector(x, long##n); }                        \
  WEFT_HELPER long##n weftTruths_long(long##n x) { return x; }
WEFT_VECTOR_WIDTHS(WEFT_TRUTHS)

// Integers whose least and greatest values are exact in the other type. The value is clamped to the range before it is
// converted.
#define WEFT_CLAMPED(type, from, least, most, suffix, round, n)                                                        \
  type##n WEFT_OVERLOAD convert_##type##n##_sat##suffix(from##n x) {                                                   \
    from##n low = (from)least, high = (from)most, zero = 0;                                                            \
    x = round(x);                                                                                                      \
    x = x < low ? low : x;                                                                                             \
    x = x > high ? high : x;                                                                                           \
    return weftWhole_##type(x == x ? x : zero);                                                                        \
  }

// Other integers. `end` is the first number above the greatest value. NaN fails both comparisons, so zero is converted
// instead of it.
#define WEFT_CHOSEN(type, from, truth, least, most, end, suffix, round, n)                                             \
  type##n WEFT_OVERLOAD convert_##type##n##_sat##suffix(from##n x) {                                                   \
    from##n low = (from)least, high = (from)end, zero = 0;                                                             \
    type##n lowest = least, highest = most;                                                                            \
    x = round(x);                                                                                                      \
    type##n whole = weftWhole_##type(x >= low && x < high ? x : zero);                                                 \
    whole = weftTruths_##truth(x >= high) ? highest : whole;                                                           \
    return weftTruths_##truth(x < low) ? lowest : whole;                                                               \
  }

#define WEFT_SATURATED(suffix, round, n)                                                                               \
  WEFT_CLAMPED(char, float, CHAR_MIN, CHAR_MAX, suffix, round, n)                                                      \
  WEFT_CLAMPED(uchar, float, 0, UCHAR_MAX, suffix, round, n)                                                           \
  WEFT_CLAMPED(short, float, SHRT_MIN, SHRT_MAX, suffix, round, n)                                                     \
  WEFT_CLAMPED(ushort, float, 0, USHRT_MAX, suffix, round, n)                                                          \
  WEFT_CHOSEN(int, float, int, INT_MIN, INT_MAX, 0x1p31, suffix, round, n)                                             \
  WEFT_CHOSEN(uint, float, int, 0, UINT_MAX, 0x1p32, suffix, round, n)                                                 \
  WEFT_CHOSEN(long, float, long, LONG_MIN, LONG_MAX, 0x1p63, suffix, round, n)                                         \
  WEFT_CHOSEN(ulong, float, long, 0, ULONG_MAX, 0x1p64, suffix, round, n)                                              \
  WEFT_CHOSEN(long, double, long, LONG_MIN, LONG_MAX, 0x1p63, suffix, round, n)                                        \
  WEFT_CHOSEN(ulong, double, long, 0, ULONG_MAX, 0x1p64, suffix, round, n)

// Conversions round towards zero by themselves.
#define WEFT_AS_IT_IS(x) (x)
#define WEFT_SATURATED_MODES(n)                                                                                        \
  WEFT_SATURATED(, WEFT_AS_IT_IS, n)                                                                                   \
  WEFT_SATURATED(_rte, rint, n)                                                                                        \
  WEFT_SATURATED(_rtz, WEFT_AS_IT_IS, n)                                                                               \
  WEFT_SATURATED(_rtp, ceil, n)                                                                                        \
  WEFT_SATURATED(_rtn, floor, n)
WEFT_ALL_WIDTHS(WEFT_SATURATED_MODES)
