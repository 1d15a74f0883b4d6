// Includes the file WEFT_BODY for double and for each of its vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_SCALAR double
#define WEFT_BITS long
#include "EachWidth.h"
