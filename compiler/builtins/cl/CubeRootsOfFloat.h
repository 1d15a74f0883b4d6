// Defines cbrt for the type F, which is float or a vector of floats (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define WEFT_SMALLEST 0x1p-126f
#define WEFT_THIRD 0x1.555556p-2f
#define WEFT_INVERSE_CUBE_ROOT(x) weftNearerInverseCubeRoot(x, weftInverseCubeRootGuess(x))

// A number's bits, read as an integer, grow roughly as its logarithm. So a constant minus a third of the bits stands
// for the inverse cube root; the relative error is within 2^-4.8.
static F WEFT_OVERLOAD weftInverseCubeRootGuess(F x) {
  F third = WEFT_TO_F(__builtin_astype(x, I)) * 0x1.555556p-2f;
  return __builtin_astype(0x54a2329b - WEFT_TO_INT(third), F);
}

#include "CubeRoots.h"

#undef WEFT_SMALLEST
#undef WEFT_THIRD
#undef WEFT_INVERSE_CUBE_ROOT
