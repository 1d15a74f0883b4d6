// cbrt at the width F (see EachWidth.h), within a unit in the last place, from weftInverseCubeRootGuess(x).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 1 / cbrt(x) for a normal x of which z is near: with h = 1 - x z^3 it is z (1 - h)^(-1/3), a series of which four
// terms are here. So an error of 2^-5 becomes one of 2^-16, and that one of 2^-62.
static F WEFT_OVERLOAD weftNearerInverseCubeRoot(F x, F z) {
  F h = (F)1 - x * z * z * z;
  F series = h * (F)0x1.61f9aep-3f + (F)0x1.c71c72p-3f;
  series = series * h + (F)WEFT_THIRD;
  return z + z * (series * h);
}

// The root is x z^2. Its cube, in two parts, says what is left, of which a third by its square is taken off.
F WEFT_OVERLOAD cbrt(F x) {
  F magnitude = fabs(x);
  B isSmall = magnitude < (F)WEFT_SMALLEST ? (B)-1 : (B)0;
  F a = isSmall ? magnitude * (F)0x1p54f : magnitude;
  F z = WEFT_INVERSE_CUBE_ROOT(a);
  F root = a * z * z, square = root * root, squareLow = fma(root, root, -square);
  F rest = fma(square, root, -a) + squareLow * root;
  root = root - rest * (z * z * (F)WEFT_THIRD);
  root = isSmall ? root * (F)0x1p-18f : root;
  return magnitude > 0 && magnitude < (F)INFINITY ? copysign(root, x) : x;
}
