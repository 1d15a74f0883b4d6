// cbrt (OpenCL C 3.0, section 6.15.2), without tables, which would need gathers in vector code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "CubeRootsOfFloat.h"
#include "../EachFloatWidth.h"
#undef WEFT_BODY

#define WEFT_BODY "CubeRootsOfDouble.h"
#include "../EachDoubleWidth.h"
