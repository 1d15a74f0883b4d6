// The common and geometric functions on half (OpenCL C 3.0, sections 6.15.4 and 6.15.5, cl_khr_fp16), through float.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Half.h"

#define WEFT_HALF1(name, n)                                                                                            \
  half##n WEFT_OVERLOAD name(half##n x) { return weftHalf(name(weftFloat(x))); }
#define WEFT_HALF2(name, n)                                                                                            \
  half##n WEFT_OVERLOAD name(half##n x, half##n y) { return weftHalf(name(weftFloat(x), weftFloat(y))); }
#define WEFT_HALF3(name, n)                                                                                            \
  half##n WEFT_OVERLOAD name(half##n x, half##n y, half##n z) {                                                        \
    return weftHalf(name(weftFloat(x), weftFloat(y), weftFloat(z)));                                                   \
  }

#define WEFT_HALF_COMMON(n)                                                                                            \
  WEFT_HALF1(degrees, n)                                                                                               \
  WEFT_HALF1(radians, n)                                                                                               \
  WEFT_HALF1(sign, n)                                                                                                  \
  WEFT_HALF2(max, n)                                                                                                   \
  WEFT_HALF2(min, n)                                                                                                   \
  WEFT_HALF2(step, n)                                                                                                  \
  WEFT_HALF3(clamp, n)                                                                                                 \
  WEFT_HALF3(mix, n)                                                                                                   \
  WEFT_HALF3(smoothstep, n)
WEFT_ALL_WIDTHS(WEFT_HALF_COMMON)

// Scalar arguments beside vectors apply to all elements.
#define WEFT_HALF_COMMON_SCALARS(n)                                                                                    \
  half##n WEFT_OVERLOAD max(half##n x, half y) { return max(x, (half##n)y); }                                          \
  half##n WEFT_OVERLOAD min(half##n x, half y) { return min(x, (half##n)y); }                                          \
  half##n WEFT_OVERLOAD step(half edge, half##n x) { return step((half##n)edge, x); }                                  \
  half##n WEFT_OVERLOAD clamp(half##n x, half low, half high) { return clamp(x, (half##n)low, (half##n)high); }        \
  half##n WEFT_OVERLOAD mix(half##n x, half##n y, half a) { return mix(x, y, (half##n)a); }                            \
  half##n WEFT_OVERLOAD smoothstep(half low, half high, half##n x) {                                                   \
    return smoothstep((half##n)low, (half##n)high, x);                                                                 \
  }
WEFT_VECTOR_WIDTHS(WEFT_HALF_COMMON_SCALARS)

// Floats can represent the sums of squares of all halfs.
#define WEFT_HALF_GEOMETRIC(n)                                                                                         \
  half WEFT_OVERLOAD dot(half##n x, half##n y) { return weftHalf(dot(weftFloat(x), weftFloat(y))); }                   \
  half WEFT_OVERLOAD distance(half##n x, half##n y) { return weftHalf(distance(weftFloat(x), weftFloat(y))); }         \
  half WEFT_OVERLOAD length(half##n x) { return weftHalf(length(weftFloat(x))); }                                      \
  WEFT_HALF1(normalize, n)
WEFT_HALF_GEOMETRIC()
WEFT_HALF_GEOMETRIC(2)
WEFT_HALF_GEOMETRIC(3)
WEFT_HALF_GEOMETRIC(4)
WEFT_HALF2(cross, 3)
WEFT_HALF2(cross, 4)
