// ldexp (OpenCL C 3.0, section 6.15.2), exact for all arguments and correctly rounded where the result is denormal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "LoadExponent.h"

#define WEFT_BIAS 127
#define WEFT_MANTISSA 23
#include "../EachFloatWidth.h"
#undef WEFT_BIAS
#undef WEFT_MANTISSA

#define WEFT_BIAS 1023
#define WEFT_MANTISSA 52
#include "../EachDoubleWidth.h"

// One exponent for all elements of the vector.
#define WEFT_LDEXP_SCALAR(type, width)                                                                                 \
  type##width WEFT_OVERLOAD ldexp(type##width x, int n) { return ldexp(x, (int##width)n); }
#define WEFT_LDEXP_SCALARS(type)                                                                                       \
  WEFT_LDEXP_SCALAR(type, 2)                                                                                           \
  WEFT_LDEXP_SCALAR(type, 3)                                                                                           \
  WEFT_LDEXP_SCALAR(type, 4)                                                                                           \
  WEFT_LDEXP_SCALAR(type, 8)                                                                                           \
  WEFT_LDEXP_SCALAR(type, 16)

WEFT_LDEXP_SCALARS(float)
WEFT_LDEXP_SCALARS(double)
