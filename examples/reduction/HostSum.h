// The sum of an array in plain multithreaded C++, to compare with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_REDUCTION_HOST_SUM_H
#define WEFT_EXAMPLES_REDUCTION_HOST_SUM_H

#include <cstddef>

namespace weft::host {

float sum(const float *values, size_t count);

} // namespace weft::host

#endif
