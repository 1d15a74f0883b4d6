// sinpi, cospi, tanpi, and asinpi and atanpi of double, with the signs of zeros (OpenCL C 3.0, section 6.15.2).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "PiFunctionsOfFloat.h"
#include "../EachFloatWidth.h"
#undef WEFT_BODY

#define WEFT_BODY "PiFunctionsOfDouble.h"
#include "../EachDoubleWidth.h"

// libclc's functions lose the sign of zero. Weft's own asin and atan of double keep the sign.
#define WEFT_OVER_PI(type)                                                                                             \
  type WEFT_OVERLOAD asinpi(type x) { return asin(x) * M_1_PI; }                                                       \
  type WEFT_OVERLOAD atanpi(type x) { return atan(x) * M_1_PI; }
WEFT_OVER_PI(double)
WEFT_OVER_PI(double2)
WEFT_OVER_PI(double3)
WEFT_OVER_PI(double4)
WEFT_OVER_PI(double8)
WEFT_OVER_PI(double16)
