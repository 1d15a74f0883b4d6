// sin, cos and tan of float (OpenCL C 3.0, section 6.15.2); the way for large arguments is left out where there are none.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "Trigonometry.h"
#include "../EachFloatWidth.h"
