// The relational functions on half (OpenCL C 3.0, section 6.15.6, cl_khr_fp16).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Half.h"

// True is 1 for a scalar and -1 for an element of a vector, as with the operators.
#define WEFT_HALF_TESTS(truth, n)                                                                                      \
  truth WEFT_OVERLOAD isequal(half##n x, half##n y) { return x == y; }                                                 \
  truth WEFT_OVERLOAD isnotequal(half##n x, half##n y) { return x != y; }                                              \
  truth WEFT_OVERLOAD isgreater(half##n x, half##n y) { return x > y; }                                                \
  truth WEFT_OVERLOAD isgreaterequal(half##n x, half##n y) { return x >= y; }                                          \
  truth WEFT_OVERLOAD isless(half##n x, half##n y) { return x < y; }                                                   \
  truth WEFT_OVERLOAD islessequal(half##n x, half##n y) { return x <= y; }                                             \
  truth WEFT_OVERLOAD islessgreater(half##n x, half##n y) { return x < y || x > y; }                                   \
  truth WEFT_OVERLOAD isordered(half##n x, half##n y) { return x == x && y == y; }                                     \
  truth WEFT_OVERLOAD isunordered(half##n x, half##n y) { return x != x || y != y; }                                   \
  truth WEFT_OVERLOAD isfinite(half##n x) { return (as_short##n(x) & (short)0x7c00) != (short)0x7c00; }                \
  truth WEFT_OVERLOAD isinf(half##n x) { return (as_short##n(x) & (short)0x7fff) == (short)0x7c00; }                   \
  truth WEFT_OVERLOAD isnan(half##n x) { return x != x; }                                                              \
  truth WEFT_OVERLOAD isnormal(half##n x) {                                                                            \
    short##n exponent = as_short##n(x) & (short)0x7c00;                                                                \
    return exponent != (short)0 && exponent != (short)0x7c00;                                                          \
  }                                                                                                                    \
  truth WEFT_OVERLOAD signbit(half##n x) { return as_short##n(x) < (short)0; }
WEFT_HALF_TESTS(int, )
WEFT_HALF_TESTS(short2, 2)
WEFT_HALF_TESTS(short3, 3)
WEFT_HALF_TESTS(short4, 4)
WEFT_HALF_TESTS(short8, 8)
WEFT_HALF_TESTS(short16, 16)

#define WEFT_HALF_CHOICES(n)                                                                                           \
  half##n WEFT_OVERLOAD bitselect(half##n x, half##n y, half##n mask) {                                                \
    return as_half##n(bitselect(as_ushort##n(x), as_ushort##n(y), as_ushort##n(mask)));                                \
  }                                                                                                                    \
  half##n WEFT_OVERLOAD select(half##n x, half##n y, short##n choice) {                                                \
    return as_half##n(select(as_short##n(x), as_short##n(y), choice));                                                 \
  }                                                                                                                    \
  half##n WEFT_OVERLOAD select(half##n x, half##n y, ushort##n choice) {                                               \
    return as_half##n(select(as_short##n(x), as_short##n(y), choice));                                                 \
  }
WEFT_ALL_WIDTHS(WEFT_HALF_CHOICES)
