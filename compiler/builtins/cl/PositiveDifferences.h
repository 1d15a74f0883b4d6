// Defines fdim for the scalar or vector type F (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// This uses a comparison, because fmax of -0 and +0 may be either. With a NaN the comparison is false, and the
// difference is NaN.
F WEFT_OVERLOAD fdim(F x, F y) { return x <= y ? (F)0 : x - y; }
