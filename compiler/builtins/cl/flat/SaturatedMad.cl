// mad_sat on long (OpenCL C 3.0, section 6.15.3). libclc's function gives wrong sums for negative products and addends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Elementwise.h"

// The 128-bit product is stored in two halves. Adding `c` to it can't overflow them.
long WEFT_OVERLOAD mad_sat(long a, long b, long c) {
  ulong low = (ulong)a * (ulong)b;
  ulong sum = low + (ulong)c;
  long high = mul_hi(a, b) + (c >> 63) + (sum < low ? 1 : 0);
  if (high == (long)sum >> 63)
    return (long)sum;
  return high < 0 ? LONG_MIN : LONG_MAX;
}
WEFT_ELEMENTWISE3(mad_sat, long)
