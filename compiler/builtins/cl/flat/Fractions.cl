// fract (OpenCL C 3.0, section 6.15.2), which keeps the sign of zeros and of infinities.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "Fractions.h"

#define WEFT_BELOW_ONE 0x1.fffffep-1f
#include "../EachFloatWidth.h"
#undef WEFT_BELOW_ONE

#define WEFT_BELOW_ONE 0x1.fffffffffffffp-1
#include "../EachDoubleWidth.h"
