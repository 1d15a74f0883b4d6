// asin of double (OpenCL C 3.0, section 6.15.2), with the sign of zero and without a division.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "ArcSinesOfDouble.h"
#include "../EachDoubleWidth.h"
