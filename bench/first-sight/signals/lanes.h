// Vectors of eight numbers for the careful C++ of this folder, and their transposition.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

using Floats = float __attribute__((vector_size(32)));
using Ints = uint32_t __attribute__((vector_size(32)));
constexpr int lanes = 8;

template <typename Vector> inline Vector loadVector(const void *from) {
  Vector vector;
  memcpy(&vector, from, sizeof vector);
  return vector;
}

template <typename Vector> inline void storeVector(void *to, const Vector &vector) {
  memcpy(to, &vector, sizeof vector);
}

/// Transposes 8 by 8 elements of 32 bits in registers.
template <typename Vector> inline void transpose(Vector (&x)[8]) {
  Vector a[8], b[8];
  for (int k = 0; k < 8; k += 2) {
    a[k] = __builtin_shufflevector(x[k], x[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    a[k + 1] = __builtin_shufflevector(x[k], x[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int k = 0; k < 8; k += 4)
    for (int j = 0; j < 2; ++j) {
      b[k + j] = __builtin_shufflevector(a[k + j], a[k + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      b[k + j + 2] = __builtin_shufflevector(a[k + j], a[k + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int j = 0; j < 4; ++j) {
    x[j] = __builtin_shufflevector(b[j], b[j + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    x[j + 4] = __builtin_shufflevector(b[j], b[j + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/// Loads eight elements of each of eight rows, and transposes them: vector k has element k of all rows.
template <typename Vector, typename Element>
inline void loadColumns(Vector (&x)[8], const Element *rows, size_t stride) {
  for (int k = 0; k < 8; ++k)
    x[k] = loadVector<Vector>(rows + k * stride);
  transpose(x);
}

template <typename Vector, typename Element> inline void storeColumns(Element *rows, size_t stride, Vector (&x)[8]) {
  transpose(x);
  for (int k = 0; k < 8; ++k)
    storeVector(rows + k * stride, x[k]);
}
