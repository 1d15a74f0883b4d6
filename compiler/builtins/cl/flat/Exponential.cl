// exp, exp2, exp10, expm1, sinh, cosh, tanh, erf and erfc (OpenCL C 3.0, section 6.15.2), also for denormal results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "ExponentialsOfFloat.h"
#include "../EachFloatWidth.h"
#undef WEFT_BODY

#define WEFT_BODY "ExponentialsOfDouble.h"
#include "../EachDoubleWidth.h"
