// The matrix product over rows in parallel; the innermost loop runs along rows of b and c, which compilers vectorise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sliding-window/HostProduct.h"

#include <algorithm>
#include <cstddef>

namespace weft::host {

void matrixProduct(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for
  for (int row = 0; row < n; ++row) {
    float *target = c + size_t(row) * n;
    std::fill_n(target, n, 0.0f);
    for (int k = 0; k < n; ++k) {
      const float factor = a[size_t(row) * n + k];
      const float *source = b + size_t(k) * n;
      for (int column = 0; column < n; ++column)
        target[column] += factor * source[column];
    }
  }
}

} // namespace weft::host
