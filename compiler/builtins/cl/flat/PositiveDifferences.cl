// fdim (OpenCL C 3.0, section 6.15.2), whose zeros are all positive.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "PositiveDifferences.h"
#include "../EachFloatWidth.h"

#include "../EachDoubleWidth.h"
