// Vector overloads of a builtin that is defined for scalars: each calls the overload of half its width.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_ELEMENTWISE_H
#define WEFT_ELEMENTWISE_H

#define WEFT_OVERLOAD __attribute__((overloadable))

// The high half of three elements would have an undefined one, which must not be computed with: it might loop long.
#define WEFT_ELEMENTWISE1(name, type)                                                                                  \
  type##2 WEFT_OVERLOAD name(type##2 x) { return (type##2)(name(x.lo), name(x.hi)); }                                  \
  type##3 WEFT_OVERLOAD name(type##3 x) { return (type##3)(name(x.xy), name(x.z)); }                                   \
  type##4 WEFT_OVERLOAD name(type##4 x) { return (type##4)(name(x.lo), name(x.hi)); }                                  \
  type##8 WEFT_OVERLOAD name(type##8 x) { return (type##8)(name(x.lo), name(x.hi)); }                                  \
  type##16 WEFT_OVERLOAD name(type##16 x) { return (type##16)(name(x.lo), name(x.hi)); }

#define WEFT_ELEMENTWISE2(name, type)                                                                                  \
  type##2 WEFT_OVERLOAD name(type##2 x, type##2 y) { return (type##2)(name(x.lo, y.lo), name(x.hi, y.hi)); }           \
  type##3 WEFT_OVERLOAD name(type##3 x, type##3 y) { return (type##3)(name(x.xy, y.xy), name(x.z, y.z)); }             \
  type##4 WEFT_OVERLOAD name(type##4 x, type##4 y) { return (type##4)(name(x.lo, y.lo), name(x.hi, y.hi)); }           \
  type##8 WEFT_OVERLOAD name(type##8 x, type##8 y) { return (type##8)(name(x.lo, y.lo), name(x.hi, y.hi)); }           \
  type##16 WEFT_OVERLOAD name(type##16 x, type##16 y) { return (type##16)(name(x.lo, y.lo), name(x.hi, y.hi)); }

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
