// Includes the file that WEFT_BODY names several times: for float, and for each vector of floats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_SCALAR float
#define WEFT_BITS int
#include "EachWidth.h"
