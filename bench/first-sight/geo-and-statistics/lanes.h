// Vectors for the careful C++ of this folder: their transposition, and their exponentials and logarithms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "../transpose.h"

using Floats = float __attribute__((vector_size(32)));
using Ints = int32_t __attribute__((vector_size(32)));
using Doubles = double __attribute__((vector_size(32)));
using Longs = int64_t __attribute__((vector_size(32)));
constexpr int lanes = 8;

template <typename Vector> inline Vector greater(Vector a, Vector b) { return a > b ? a : b; }
template <typename Vector> inline Vector lesser(Vector a, Vector b) { return a < b ? a : b; }

/// The exponential of numbers up to 88; numbers below -87 count as -87.
inline Floats exponential(Floats x) {
  x = greater(x, Floats{} - 87.0f);
  // Adding 1.5 times 2^23 rounds to an integer, which the lower bits then hold.
  constexpr float rounding = 12582912.0f;
  Floats shifted = x * 1.44269504f + rounding, n = shifted - rounding;
  Floats r = x - n * 0.693359375f + n * 2.12194440e-4f;
  Floats p = Floats{} + 1.0f / 5040;
  for (float c : {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f, 1.0f})
    p = p * r + c;
  Ints power = (reinterpret_cast<Ints>(shifted) << 23) + (127 << 23);
  return p * reinterpret_cast<Floats>(power);
}

/// The logarithm of normal positive numbers, by the series of the area tangent around 1.
inline Floats logarithm(Floats x) {
  Ints bits = reinterpret_cast<Ints>(x), exponent = (bits - 0x3f3504f3) >> 23;
  Floats m = reinterpret_cast<Floats>(bits - (exponent << 23)), s = (m - 1.0f) / (m + 1.0f), s2 = s * s;
  Floats p = Floats{} + 2.0f / 9;
  for (float c : {2.0f / 7, 2.0f / 5, 2.0f / 3, 2.0f})
    p = p * s2 + c;
  return p * s + __builtin_convertvector(exponent, Floats) * 0.69314718f;
}
