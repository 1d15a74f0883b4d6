// Computes powers in double for the type F, which is float or a vector of floats (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PowerParts.h"

#define WEFT_POWER(x, y) WEFT_TO_F(weftExp2ForFloat(weftLog2ForFloat(WEFT_TO_DOUBLE(x)) * (y)))
#define WEFT_ROOT(x, n) WEFT_TO_F(weftExp2ForFloat(weftLog2ForFloat(WEFT_TO_DOUBLE(x)) / (n)))
#include "Powers.h"
#undef WEFT_POWER
#undef WEFT_ROOT
