// The sum of an array: a part for each thread, each part in vector registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reduction/HostSum.h"

namespace weft::host {

float sum(const float *values, size_t count) {
  float total = 0.0f;
#pragma omp parallel for simd reduction(+ : total)
  for (size_t i = 0; i < count; ++i)
    total += values[i];
  return total;
}

} // namespace weft::host
