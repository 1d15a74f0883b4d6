// Vectors of eight numbers for the careful C++ of this folder, and their transposition.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../transpose.h"

using Floats = float __attribute__((vector_size(32)));
using Ints = uint32_t __attribute__((vector_size(32)));
constexpr int lanes = 8;

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
