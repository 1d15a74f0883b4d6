// Defines cbrt for the scalar or vector type F (EachWidth.h), within 1 ulp, from weftInverseCubeRootGuess(x).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Improves an approximation z of 1 / cbrt(x), for a normal x. With h = 1 - x z^3, the result is z (1 - h)^(-1/3),
// computed as a series with four terms. One step reduces an error of 2^-5 to 2^-16, and a second step to 2^-62.
static F WEFT_OVERLOAD weftNearerInverseCubeRoot(F x, F z) {
  F h = (F)1 - x * z * z * z;
  F series = h * (F)0x1.61f9aep-3f + (F)0x1.c71c72p-3f;
  series = series * h + (F)WEFT_THIRD;
  return z + z * (series * h);
}

// The root is about x z^2. Its cube is computed as the sum of two numbers. The cube's difference from x, divided by
// three times the squared root, is subtracted from the root.
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
