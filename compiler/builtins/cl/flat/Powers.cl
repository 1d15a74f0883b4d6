// pow, powr, pown and rootn (OpenCL C 3.0, section 6.15.2), within two units in the last place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "PowersOfFloat.h"
#include "../EachFloatWidth.h"
#undef WEFT_BODY

#define WEFT_BODY "PowersOfDouble.h"
#include "../EachDoubleWidth.h"
