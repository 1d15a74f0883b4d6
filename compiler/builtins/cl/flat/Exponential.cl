// exp, exp2, exp10, expm1, sinh, cosh and tanh, and erf and erfc of float (OpenCL C 3.0, section 6.15.2), also where
// the result is denormal. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "ExponentialsOfFloat.h"
#include "../EachFloatWidth.h"
#undef WEFT_BODY

#define WEFT_BODY "ExponentialsOfDouble.h"
#include "../EachDoubleWidth.h"
