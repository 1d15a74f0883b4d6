// Vector overloads of a builtin that is defined for scalars. Each overload calls the overload of half its width.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_ELEMENTWISE_H
#define WEFT_ELEMENTWISE_H

#define WEFT_OVERLOAD __attribute__((overloadable))

// Overloads for vectors of three need other code, because the high half of such a vector would have an undefined
// element.
#define WEFT_ELEMENTWISE3_HALVES(name, type)                                                                           \
  type WEFT_OVERLOAD name(type x, type y, type z) { return (type)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi)); }
#define WEFT_ELEMENTWISE3(name, type)                                                                                  \
  WEFT_ELEMENTWISE3_HALVES(name, type##2)                                                                              \
  type##3 WEFT_OVERLOAD name(type##3 x, type##3 y, type##3 z) {                                                        \
    return (type##3)(name(x.xy, y.xy, z.xy), name(x.z, y.z, z.z));                                                     \
  }                                                                                                                    \
  WEFT_ELEMENTWISE3_HALVES(name, type##4)                                                                              \
  WEFT_ELEMENTWISE3_HALVES(name, type##8)                                                                              \
  WEFT_ELEMENTWISE3_HALVES(name, type##16)

#endif
