// Loads halfs from memory as floats, and stores floats and doubles as halfs (OpenCL C 3.0, section 6.15.7). libclc's
// functions ignore the rounding mode for values below the smallest half.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Half.h"

// A double is first rounded to odd, so that the second rounding gives the correct result (see weftToOdd).
WEFT_HELPER float weftAsFloat(float x) { return x; }
WEFT_HELPER float weftAsFloat(double x) { return weftToOdd(x); }
#define WEFT_AS_FLOATS(n)                                                                                              \
  WEFT_HELPER float##n weftAsFloat(float##n x) { return x; }                                                           \
  WEFT_HELPER float##n weftAsFloat(double##n x) { return weftToOdd(x); }
WEFT_VECTOR_WIDTHS(WEFT_AS_FLOATS)

#define WEFT_MODES(macro, space, n, type)                                                                              \
  macro(space, n, type, , rte) macro(space, n, type, _rte, rte) macro(space, n, type, _rtz, rtz)                       \
      macro(space, n, type, _rtp, rtp) macro(space, n, type, _rtn, rtn)

#define WEFT_LOAD_SCALAR(space)                                                                                        \
  float WEFT_OVERLOAD vload_half(size_t place, const space half *from) { return weftFloat(from[place]); }              \
  float WEFT_OVERLOAD vloada_half(size_t place, const space half *from) { return weftFloat(from[place]); }
#define WEFT_STORE_SCALAR(space, n, type, suffix, mode)                                                                \
  void WEFT_OVERLOAD vstore_half##suffix(type x, size_t place, space half *to) {                                       \
    to[place] = weftHalf_##mode(weftAsFloat(x));                                                                       \
  }                                                                                                                    \
  void WEFT_OVERLOAD vstorea_half##suffix(type x, size_t place, space half *to) {                                      \
    to[place] = weftHalf_##mode(weftAsFloat(x));                                                                       \
  }

// For memory of any alignment, these vectors have only the alignment of an element.
typedef half weftHalf2 __attribute__((ext_vector_type(2), aligned(2)));
typedef half weftHalf4 __attribute__((ext_vector_type(4), aligned(2)));
typedef half weftHalf8 __attribute__((ext_vector_type(8), aligned(2)));
typedef half weftHalf16 __attribute__((ext_vector_type(16), aligned(2)));

#define WEFT_LOAD(space, n)                                                                                            \
  float##n WEFT_OVERLOAD vload_half##n(size_t place, const space half *from) {                                         \
    return weftFloat((half##n) * (const space weftHalf##n *)(from + place * n));                                       \
  }                                                                                                                    \
  float##n WEFT_OVERLOAD vloada_half##n(size_t place, const space half *from) {                                        \
    return weftFloat(*(const space half##n *)(from + place * n));                                                      \
  }
#define WEFT_STORE(space, n, type, suffix, mode)                                                                       \
  void WEFT_OVERLOAD vstore_half##n##suffix(type##n x, size_t place, space half *to) {                                 \
    *(space weftHalf##n *)(to + place * n) = weftHalf_##mode(weftAsFloat(x));                                          \
  }                                                                                                                    \
  void WEFT_OVERLOAD vstorea_half##n##suffix(type##n x, size_t place, space half *to) {                                \
    *(space half##n *)(to + place * n) = weftHalf_##mode(weftAsFloat(x));                                              \
  }

// In aligned memory, three elements take the space of four.
#define WEFT_LOAD_THREE(space)                                                                                         \
  float3 WEFT_OVERLOAD vload_half3(size_t place, const space half *from) {                                             \
    from += place * 3;                                                                                                 \
    return weftFloat((half3)(from[0], from[1], from[2]));                                                              \
  }                                                                                                                    \
  float3 WEFT_OVERLOAD vloada_half3(size_t place, const space half *from) {                                            \
    from += place * 4;                                                                                                 \
    return weftFloat((half3)(from[0], from[1], from[2]));                                                              \
  }
#define WEFT_STORE_THREE(space, n, type, suffix, mode)                                                                 \
  void WEFT_OVERLOAD vstore_half3##suffix(type##3 x, size_t place, space half *to) {                                   \
    half3 rounded = weftHalf_##mode(weftAsFloat(x));                                                                   \
    to += place * 3;                                                                                                   \
    to[0] = rounded.x;                                                                                                 \
    to[1] = rounded.y;                                                                                                 \
    to[2] = rounded.z;                                                                                                 \
  }                                                                                                                    \
  void WEFT_OVERLOAD vstorea_half3##suffix(type##3 x, size_t place, space half *to) {                                  \
    half3 rounded = weftHalf_##mode(weftAsFloat(x));                                                                   \
    to += place * 4;                                                                                                   \
    to[0] = rounded.x;                                                                                                 \
    to[1] = rounded.y;                                                                                                 \
    to[2] = rounded.z;                                                                                                 \
  }

#define WEFT_LOADS(space)                                                                                              \
  WEFT_LOAD_SCALAR(space)                                                                                              \
  WEFT_LOAD(space, 2)                                                                                                  \
  WEFT_LOAD_THREE(space)                                                                                               \
  WEFT_LOAD(space, 4)                                                                                                  \
  WEFT_LOAD(space, 8)                                                                                                  \
  WEFT_LOAD(space, 16)
WEFT_LOADS(constant)
WEFT_LOADS(private)
WEFT_LOADS(local)
WEFT_LOADS(global)
WEFT_LOADS(generic)

#define WEFT_STORES_OF(space, type)                                                                                    \
  WEFT_MODES(WEFT_STORE_SCALAR, space, , type)                                                                         \
  WEFT_MODES(WEFT_STORE, space, 2, type)                                                                               \
  WEFT_MODES(WEFT_STORE_THREE, space, 3, type)                                                                         \
  WEFT_MODES(WEFT_STORE, space, 4, type)                                                                               \
  WEFT_MODES(WEFT_STORE, space, 8, type)                                                                               \
  WEFT_MODES(WEFT_STORE, space, 16, type)
#define WEFT_STORES(space) WEFT_STORES_OF(space, float) WEFT_STORES_OF(space, double)
WEFT_STORES(private)
WEFT_STORES(local)
WEFT_STORES(global)
WEFT_STORES(generic)
