// Arithmetic, comparison, logic and selection on integer vectors; scalars are widened.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vector_operators(global const int4 *in, global int4 *out) {
  size_t i = get_global_id(0);
  int4 a = in[2 * i], b = in[2 * i + 1];
  int4 sum = a + b * 3 - 7;
  int4 logic = (a & b) | (a ^ ~b);
  int4 shifted = (a << (b & 7)) >> 2;
  int4 compared = (a < b) + (a == b) * 2 + (a >= b && b != 5) * 4;
  out[4 * i] = sum;
  out[4 * i + 1] = logic;
  out[4 * i + 2] = shifted;
  out[4 * i + 3] = a > b ? compared : -compared;
}
