// Loads, stores and shuffles of half vectors (OpenCL C 3.0, sections 6.15.7 and 6.15.13, cl_khr_fp16).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Half.h"

// Memory is aligned only to one element, and three elements take six bytes.
typedef half weftHalf2 __attribute__((ext_vector_type(2), aligned(2)));
typedef half weftHalf4 __attribute__((ext_vector_type(4), aligned(2)));
typedef half weftHalf8 __attribute__((ext_vector_type(8), aligned(2)));
typedef half weftHalf16 __attribute__((ext_vector_type(16), aligned(2)));

#define WEFT_HALF_LOAD(space, n)                                                                                       \
  half##n WEFT_OVERLOAD vload##n(size_t place, const space half *from) {                                               \
    return *(const space weftHalf##n *)(from + place * n);                                                             \
  }
#define WEFT_HALF_LOADS(space)                                                                                         \
  WEFT_HALF_LOAD(space, 2)                                                                                             \
  WEFT_HALF_LOAD(space, 4)                                                                                             \
  WEFT_HALF_LOAD(space, 8)                                                                                             \
  WEFT_HALF_LOAD(space, 16)                                                                                            \
  half3 WEFT_OVERLOAD vload3(size_t place, const space half *from) {                                                   \
    from += place * 3;                                                                                                 \
    return (half3)(from[0], from[1], from[2]);                                                                         \
  }

#define WEFT_HALF_STORE(space, n)                                                                                      \
  void WEFT_OVERLOAD vstore##n(half##n x, size_t place, space half *to) {                                              \
    *(space weftHalf##n *)(to + place * n) = x;                                                                        \
  }
#define WEFT_HALF_STORES(space)                                                                                        \
  WEFT_HALF_STORE(space, 2)                                                                                            \
  WEFT_HALF_STORE(space, 4)                                                                                            \
  WEFT_HALF_STORE(space, 8)                                                                                            \
  WEFT_HALF_STORE(space, 16)                                                                                           \
  void WEFT_OVERLOAD vstore3(half3 x, size_t place, space half *to) {                                                  \
    to += place * 3;                                                                                                   \
    to[0] = x.x;                                                                                                       \
    to[1] = x.y;                                                                                                       \
    to[2] = x.z;                                                                                                       \
  }

WEFT_HALF_LOADS(constant)
WEFT_HALF_LOADS(private)
WEFT_HALF_LOADS(local)
WEFT_HALF_LOADS(global)
WEFT_HALF_LOADS(generic)
WEFT_HALF_STORES(private)
WEFT_HALF_STORES(local)
WEFT_HALF_STORES(global)
WEFT_HALF_STORES(generic)

#define WEFT_HALF_SHUFFLE(n, m)                                                                                        \
  half##n WEFT_OVERLOAD shuffle(half##m x, ushort##n mask) { return as_half##n(shuffle(as_ushort##m(x), mask)); }      \
  half##n WEFT_OVERLOAD shuffle2(half##m x, half##m y, ushort##n mask) {                                               \
    return as_half##n(shuffle2(as_ushort##m(x), as_ushort##m(y), mask));                                               \
  }
#define WEFT_HALF_SHUFFLES(n)                                                                                          \
  WEFT_HALF_SHUFFLE(n, 2)                                                                                              \
  WEFT_HALF_SHUFFLE(n, 4)                                                                                              \
  WEFT_HALF_SHUFFLE(n, 8)                                                                                              \
  WEFT_HALF_SHUFFLE(n, 16)
WEFT_HALF_SHUFFLES(2)
WEFT_HALF_SHUFFLES(4)
WEFT_HALF_SHUFFLES(8)
WEFT_HALF_SHUFFLES(16)
