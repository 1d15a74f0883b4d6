// Defines sin, cos and tan for the scalar or vector type F (EachWidth.h), by weftQuarterTurns, weftSinOfRest and
// weftCosOfRest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Returns the sine of `quarters` quarter turns plus the rest r.
static F WEFT_OVERLOAD weftSinOfQuarters(F r, B quarters) {
  F result = (quarters & 1) != 0 ? weftCosOfRest(r) : weftSinOfRest(r);
  return __builtin_astype(__builtin_astype(result, B) ^ ((quarters & 2) << (8 * sizeof(WEFT_BITS) - 2)), F);
}

F WEFT_OVERLOAD sin(F x) {
  B quarters;
  F r = weftQuarterTurns(x, &quarters);
  F result = weftSinOfQuarters(r, quarters);
  return fabs(x) < (F)0x1p-27f ? x : result; // x also covers -0
}

F WEFT_OVERLOAD cos(F x) {
  B quarters;
  F r = weftQuarterTurns(x, &quarters);
  return weftSinOfQuarters(r, quarters + 1);
}

F WEFT_OVERLOAD tan(F x) {
  B quarters;
  F r = weftQuarterTurns(x, &quarters);
  F sine = weftSinOfRest(r), cosine = weftCosOfRest(r);
  B isOdd = (quarters & 1) != 0;
  F result = (isOdd ? -cosine : sine) / (isOdd ? sine : cosine);
  return fabs(x) < (F)0x1p-27f ? x : result;
}
