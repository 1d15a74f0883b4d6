// Defines cbrt for the type F, which is double or a vector of doubles (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define WEFT_SMALLEST 0x1p-1022
#define WEFT_THIRD 0x1.5555555555555p-2
#define WEFT_INVERSE_CUBE_ROOT(x)                                                                                      \
  weftNearerInverseCubeRoot(x, weftNearerInverseCubeRoot(x, weftInverseCubeRootGuess(x)))

// A number's bits, read as an integer, grow roughly as its logarithm. So a constant minus a third of the bits stands
// for the inverse cube root; the relative error is within 2^-4.8. The upper half of the bits is enough.
static F WEFT_OVERLOAD weftInverseCubeRootGuess(F x) {
  F third = WEFT_TO_F(WEFT_TO_INT(__builtin_astype(x, L) >> 32)) * 0x1.555556p-2;
  return __builtin_astype(WEFT_TO_LONG(0x553ef0f0 - WEFT_TO_INT(third)) << 32, F);
}

#include "CubeRoots.h"

#undef WEFT_SMALLEST
#undef WEFT_THIRD
#undef WEFT_INVERSE_CUBE_ROOT
