// Includes the file WEFT_BODY for float and for each of its vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_SCALAR float
#define WEFT_BITS int
#include "EachWidth.h"
