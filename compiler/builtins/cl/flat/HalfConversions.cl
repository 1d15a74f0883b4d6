// Conversions to and from half in all rounding modes (OpenCL C 3.0, sections 6.4.3 and 6.4.4, cl_khr_fp16).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Half.h"

// Conversions from half go through float, which is exact.
#define WEFT_FROM_HALF(type, suffix, n)                                                                                \
  type##n WEFT_OVERLOAD convert_##type##n##suffix(half##n x) { return convert_##type##n##suffix(weftFloat(x)); }

#define WEFT_FROM_HALF_MODES(type, sat, n)                                                                             \
  WEFT_FROM_HALF(type, sat, n)                                                                                         \
  WEFT_FROM_HALF(type, sat##_rte, n)                                                                                   \
  WEFT_FROM_HALF(type, sat##_rtz, n)                                                                                   \
  WEFT_FROM_HALF(type, sat##_rtp, n)                                                                                   \
  WEFT_FROM_HALF(type, sat##_rtn, n)

#define WEFT_HALF_TO_INTEGER(type, n) WEFT_FROM_HALF_MODES(type, , n) WEFT_FROM_HALF_MODES(type, _sat, n)

#define WEFT_HALF_TO_ALL(n)                                                                                            \
  WEFT_HALF_TO_INTEGER(char, n)                                                                                        \
  WEFT_HALF_TO_INTEGER(uchar, n)                                                                                       \
  WEFT_HALF_TO_INTEGER(short, n)                                                                                       \
  WEFT_HALF_TO_INTEGER(ushort, n)                                                                                      \
  WEFT_HALF_TO_INTEGER(int, n)                                                                                         \
  WEFT_HALF_TO_INTEGER(uint, n)                                                                                        \
  WEFT_HALF_TO_INTEGER(long, n)                                                                                        \
  WEFT_HALF_TO_INTEGER(ulong, n)                                                                                       \
  WEFT_FROM_HALF_MODES(float, , n)                                                                                     \
  WEFT_FROM_HALF_MODES(double, , n)
WEFT_ALL_WIDTHS(WEFT_HALF_TO_ALL)

// Conversions to half go through weftAsFloat. Its result rounds to the same half as the original value, in every mode.
// Floats represent all integers up to 2^24, and much smaller values already give an infinite or the largest half.
WEFT_HELPER float weftAsFloat(float x) { return x; }
WEFT_HELPER float weftAsFloat(double x) { return weftToOdd(x); }
WEFT_HELPER float weftAsFloat(char x) { return (float)x; }
WEFT_HELPER float weftAsFloat(uchar x) { return (float)x; }
WEFT_HELPER float weftAsFloat(short x) { return (float)x; }
WEFT_HELPER float weftAsFloat(ushort x) { return (float)x; }
WEFT_HELPER float weftAsFloat(long x) { return (float)(int)(x > 0x100000 ? 0x100000 : x < -0x100000 ? -0x100000 : x); }
WEFT_HELPER float weftAsFloat(ulong x) { return (float)(int)(x > 0x100000 ? 0x100000 : x); }
WEFT_HELPER float weftAsFloat(int x) { return (float)(x > 0x100000 ? 0x100000 : x < -0x100000 ? -0x100000 : x); }
WEFT_HELPER float weftAsFloat(uint x) { return (float)(x > 0x100000 ? 0x100000 : (int)x); }

#define WEFT_SMALL_AS_FLOAT(type, n)                                                                                   \
  WEFT_HELPER float##n weftAsFloat(type##n x) { return __builtin_convertvector(x, float##n); }
#define WEFT_LARGE_AS_FLOAT(type, low, n)                                                                              \
  WEFT_HELPER float##n weftAsFloat(type##n x) {                                                                        \
    type##n least = low, most = 0x100000;                                                                              \
    x = x > most ? most : x;                                                                                           \
    x = x < least ? least : x;                                                                                         \
    return __builtin_convertvector(__builtin_convertvector(x, int##n), float##n);                                      \
  }
#define WEFT_VECTORS_AS_FLOATS(n)                                                                                      \
  WEFT_HELPER float##n weftAsFloat(float##n x) { return x; }                                                           \
  WEFT_HELPER float##n weftAsFloat(double##n x) { return weftToOdd(x); }                                               \
  WEFT_SMALL_AS_FLOAT(char, n)                                                                                         \
  WEFT_SMALL_AS_FLOAT(uchar, n)                                                                                        \
  WEFT_SMALL_AS_FLOAT(short, n)                                                                                        \
  WEFT_SMALL_AS_FLOAT(ushort, n)                                                                                       \
  WEFT_LARGE_AS_FLOAT(int, -0x100000, n)                                                                               \
  WEFT_LARGE_AS_FLOAT(uint, 0, n)                                                                                      \
  WEFT_LARGE_AS_FLOAT(long, -0x100000, n)                                                                              \
  WEFT_LARGE_AS_FLOAT(ulong, 0, n)
WEFT_VECTOR_WIDTHS(WEFT_VECTORS_AS_FLOATS)

#define WEFT_TO_HALF(type, n)                                                                                          \
  half##n WEFT_OVERLOAD convert_half##n(type##n x) { return weftHalf_rte(weftAsFloat(x)); }                            \
  half##n WEFT_OVERLOAD convert_half##n##_rte(type##n x) { return weftHalf_rte(weftAsFloat(x)); }                      \
  half##n WEFT_OVERLOAD convert_half##n##_rtz(type##n x) { return weftHalf_rtz(weftAsFloat(x)); }                      \
  half##n WEFT_OVERLOAD convert_half##n##_rtp(type##n x) { return weftHalf_rtp(weftAsFloat(x)); }                      \
  half##n WEFT_OVERLOAD convert_half##n##_rtn(type##n x) { return weftHalf_rtn(weftAsFloat(x)); }

#define WEFT_HALF_TO_HALF(n)                                                                                           \
  half##n WEFT_OVERLOAD convert_half##n(half##n x) { return x; }                                                       \
  half##n WEFT_OVERLOAD convert_half##n##_rte(half##n x) { return x; }                                                 \
  half##n WEFT_OVERLOAD convert_half##n##_rtz(half##n x) { return x; }                                                 \
  half##n WEFT_OVERLOAD convert_half##n##_rtp(half##n x) { return x; }                                                 \
  half##n WEFT_OVERLOAD convert_half##n##_rtn(half##n x) { return x; }

#define WEFT_ALL_TO_HALF(n)                                                                                            \
  WEFT_HALF_TO_HALF(n)                                                                                                 \
  WEFT_TO_HALF(char, n)                                                                                                \
  WEFT_TO_HALF(uchar, n)                                                                                               \
  WEFT_TO_HALF(short, n)                                                                                               \
  WEFT_TO_HALF(ushort, n)                                                                                              \
  WEFT_TO_HALF(int, n)                                                                                                 \
  WEFT_TO_HALF(uint, n)                                                                                                \
  WEFT_TO_HALF(long, n)                                                                                                \
  WEFT_TO_HALF(ulong, n)                                                                                               \
  WEFT_TO_HALF(float, n)                                                                                               \
  WEFT_TO_HALF(double, n)
WEFT_ALL_WIDTHS(WEFT_ALL_TO_HALF)
