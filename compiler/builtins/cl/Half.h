// Helpers of the builtins on half: all vector widths, conversions to and from float, and rounding to half.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_HALF_H
#define WEFT_HALF_H

#include "Widths.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// weftFloat converts exactly. weftHalf rounds to nearest even. weftWiden and weftNarrow convert between a half's bits
// and an int. weftMask converts the result of a comparison from 64-bit to 32-bit elements.
WEFT_HELPER float weftFloat(half x) { return (float)x; }
WEFT_HELPER half weftHalf(float x) { return (half)x; }
WEFT_HELPER int weftWiden(half x) { return as_ushort(x); }
WEFT_HELPER half weftNarrow(int bits) { return as_half((ushort)bits); }
WEFT_HELPER int weftMask(int x) { return x; }
WEFT_HELPER float weftToFloat(double x) { return (float)x; }
WEFT_HELPER double weftToDouble(float x) { return (double)x; }

#define WEFT_HALF_STEPS(n)                                                                                             \
  WEFT_HELPER float##n weftFloat(half##n x) { return __builtin_convertvector(x, float##n); }                           \
  WEFT_HELPER half##n weftHalf(float##n x) { return __builtin_convertvector(x, half##n); }                             \
  WEFT_HELPER int##n weftWiden(half##n x) { return __builtin_convertvector(as_ushort##n(x), int##n); }                 \
  WEFT_HELPER half##n weftNarrow(int##n bits) { return as_half##n(__builtin_convertvector(bits, ushort##n)); }         \
  WEFT_HELPER int##n weftMask(long##n x) { return __builtin_convertvector(x, int##n); }                                \
  WEFT_HELPER float##n weftToFloat(double##n x) { return __builtin_convertvector(x, float##n); }                       \
  WEFT_HELPER double##n weftToDouble(float##n x) { return __builtin_convertvector(x, double##n); }
WEFT_VECTOR_WIDTHS(WEFT_HALF_STEPS)

// Converts a double to a float "rounded to odd": an inexact result has an odd last bit. The float lies on the same side
// of every half, and of every midpoint between two halfs, as the double does. So rounding it to half afterwards gives
// the same result as rounding the double once (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums",
// 2008).
#define WEFT_TO_ODD(n)                                                                                                 \
  WEFT_HELPER float##n weftToOdd(double##n x) {                                                                        \
    float##n nearest = weftToFloat(x);                                                                                 \
    double##n back = weftToDouble(nearest);                                                                            \
    int##n bits = as_int##n(nearest);                                                                                  \
    bits = weftMask(fabs(back) > fabs(x)) ? bits - 1 : bits;                                                           \
    return as_float##n(weftMask(back != x) ? bits | 1 : bits);                                                         \
  }
WEFT_ALL_WIDTHS(WEFT_TO_ODD)

// The directed rounding modes give the nearest half, or its neighbour if the nearest half is on the wrong side. The
// neighbour of infinity is the largest half, and the neighbour above zero is the smallest half.
#define WEFT_ROUND_HALF(n)                                                                                             \
  WEFT_HELPER half##n weftHalf_rte(float##n x) { return weftHalf(x); }                                                 \
  WEFT_HELPER half##n weftHalf_rtz(float##n x) {                                                                       \
    half##n nearest = weftHalf(x);                                                                                     \
    int##n bits = weftWiden(nearest);                                                                                  \
    return weftNarrow(fabs(weftFloat(nearest)) > fabs(x) ? bits - 1 : bits);                                           \
  }                                                                                                                    \
  WEFT_HELPER half##n weftHalf_rtp(float##n x) {                                                                       \
    half##n nearest = weftHalf(x);                                                                                     \
    int##n bits = weftWiden(nearest);                                                                                  \
    int##n above = (bits & 0x8000) != 0 ? bits - 1 : bits + 1;                                                         \
    return weftNarrow(weftFloat(nearest) < x ? above : bits);                                                          \
  }                                                                                                                    \
  WEFT_HELPER half##n weftHalf_rtn(float##n x) {                                                                       \
    half##n nearest = weftHalf(x);                                                                                     \
    int##n bits = weftWiden(nearest);                                                                                  \
    int##n below = (bits & 0x8000) != 0 ? bits + 1 : bits - 1;                                                         \
    return weftNarrow(weftFloat(nearest) > x ? below : bits);                                                          \
  }
WEFT_ALL_WIDTHS(WEFT_ROUND_HALF)

#endif
