// fdim (OpenCL C 3.0, section 6.15.2), with only positive zeros as results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "PositiveDifferences.h"
#include "../EachFloatWidth.h"

#include "../EachDoubleWidth.h"
