// The math functions on half that also store a result through a pointer (OpenCL C 3.0, section 6.15.2, cl_khr_fp16).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Half.h"

#define WEFT_HALF_POINTERS(space, n)                                                                                   \
  half##n WEFT_OVERLOAD frexp(half##n x, space int##n *exponent) {                                                     \
  private                                                                                                              \
    int##n found;                                                                                                      \
    float##n mantissa = frexp(weftFloat(x), (generic int##n *)&found);                                                 \
    *exponent = found;                                                                                                 \
    return weftHalf(mantissa);                                                                                         \
  }                                                                                                                    \
  half##n WEFT_OVERLOAD lgamma_r(half##n x, space int##n *sign) {                                                      \
  private                                                                                                              \
    int##n found;                                                                                                      \
    float##n logarithm = lgamma_r(weftFloat(x), (generic int##n *)&found);                                             \
    *sign = found;                                                                                                     \
    return weftHalf(logarithm);                                                                                        \
  }                                                                                                                    \
  half##n WEFT_OVERLOAD remquo(half##n x, half##n y, space int##n *quotient) {                                         \
  private                                                                                                              \
    int##n found;                                                                                                      \
    float##n rest = remquo(weftFloat(x), weftFloat(y), (generic int##n *)&found);                                      \
    *quotient = found;                                                                                                 \
    return weftHalf(rest);                                                                                             \
  }                                                                                                                    \
  half##n WEFT_OVERLOAD modf(half##n x, space half##n *whole) {                                                        \
  private                                                                                                              \
    float##n found;                                                                                                    \
    float##n fraction = modf(weftFloat(x), (generic float##n *)&found);                                                \
    *whole = weftHalf(found);                                                                                          \
    return weftHalf(fraction);                                                                                         \
  }                                                                                                                    \
  half##n WEFT_OVERLOAD sincos(half##n x, space half##n *cosine) {                                                     \
  private                                                                                                              \
    float##n found;                                                                                                    \
    float##n sine = sincos(weftFloat(x), (generic float##n *)&found);                                                  \
    *cosine = weftHalf(found);                                                                                         \
    return weftHalf(sine);                                                                                             \
  }                                                                                                                    \
  /* The largest half below one is the bound here, which float's own fract does not know. */                           \
  half##n WEFT_OVERLOAD fract(half##n x, space half##n *whole) {                                                       \
  private                                                                                                              \
    float##n found;                                                                                                    \
    float##n fraction = fract(weftFloat(x), (generic float##n *)&found);                                               \
    *whole = weftHalf(found);                                                                                          \
    return weftHalf(fraction > 0x1.ffcp-1f ? 0x1.ffcp-1f : fraction);                                                  \
  }

#define WEFT_HALF_POINTERS_SPACES(n)                                                                                   \
  WEFT_HALF_POINTERS(private, n)                                                                                       \
  WEFT_HALF_POINTERS(local, n)                                                                                         \
  WEFT_HALF_POINTERS(global, n)                                                                                        \
  WEFT_HALF_POINTERS(generic, n)
WEFT_ALL_WIDTHS(WEFT_HALF_POINTERS_SPACES)
