// atan, atan2 and atan2pi of double (OpenCL C 3.0, section 6.15.2), with one division for all angles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_BODY "ArcTangentsOfDouble.h"
#include "../EachDoubleWidth.h"
