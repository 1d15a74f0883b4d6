// The matrix product in plain multithreaded C++, to compare with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_SLIDING_WINDOW_HOST_PRODUCT_H
#define WEFT_EXAMPLES_SLIDING_WINDOW_HOST_PRODUCT_H

namespace weft::host {

/// c = a * b; n by n, row by row.
void matrixProduct(const float *a, const float *b, float *c, int n);

} // namespace weft::host

#endif
