// Includes the file that WEFT_BODY names several times: for double, and for each vector of doubles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_SCALAR double
#define WEFT_BITS long
#include "EachWidth.h"
