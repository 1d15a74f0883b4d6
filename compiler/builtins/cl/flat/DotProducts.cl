// Dot products of four bytes each (OpenCL C 3.0, section 6.15.3, cl_khr_integer_dot_product).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Widths.h"

// `letters` are the signs of both operands as they occur in the names of the packed functions.
#define WEFT_DOT(letters, result, first, second)                                                                       \
  result WEFT_OVERLOAD dot(first##4 a, second##4 b) {                                                                  \
    result##4 products = convert_##result##4(a) * convert_##result##4(b);                                              \
    return products.x + products.y + products.z + products.w;                                                          \
  }                                                                                                                    \
  result WEFT_OVERLOAD dot_acc_sat(first##4 a, second##4 b, result sum) { return add_sat(dot(a, b), sum); }            \
  result WEFT_OVERLOAD dot_4x8packed_##letters##_##result(uint a, uint b) {                                            \
    return dot(as_##first##4(a), as_##second##4(b));                                                                   \
  }                                                                                                                    \
  result WEFT_OVERLOAD dot_acc_sat_4x8packed_##letters##_##result(uint a, uint b, result sum) {                        \
    return dot_acc_sat(as_##first##4(a), as_##second##4(b), sum);                                                      \
  }

WEFT_DOT(uu, uint, uchar, uchar)
WEFT_DOT(ss, int, char, char)
WEFT_DOT(us, int, uchar, char)
WEFT_DOT(su, int, char, uchar)
