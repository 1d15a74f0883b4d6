// fmod, remainder and remquo (OpenCL C 3.0, section 6.15.2).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "Remainders.h"

#define WEFT_NEAR 0x1p23f
#include "../EachFloatWidth.h"
#undef WEFT_NEAR

#define WEFT_NEAR 0x1p52
#include "../EachDoubleWidth.h"
