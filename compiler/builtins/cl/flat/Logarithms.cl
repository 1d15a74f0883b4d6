// log, log2 and log10, and log1p of float (OpenCL C 3.0, section 6.15.2), without tables, which would need gathers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "LogarithmsOfFloat.h"
#include "../EachFloatWidth.h"
#undef WEFT_BODY

#define WEFT_BODY "LogarithmsOfDouble.h"
#include "../EachDoubleWidth.h"
