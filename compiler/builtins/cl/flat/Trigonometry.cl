// sin, cos and tan (OpenCL C 3.0, section 6.15.2). The code for large arguments is skipped where no argument is large.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "TrigonometryOfFloat.h"
#include "../EachFloatWidth.h"
#undef WEFT_BODY

#define WEFT_BODY "TrigonometryOfDouble.h"
#include "../EachDoubleWidth.h"
