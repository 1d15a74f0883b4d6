// Tables at program scope: scalars, arrays, structs, and a table of vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Step {
  int factor;
  int addend;
};
constant int offset = 7;
constant int table[5] = {1, 10, 100, 1000, 10000};
constant struct Step steps[2] = {{2, 3}, {4, 5}};
constant float4 colours[2] = {(float4)(1.0f, 2.0f, 3.0f, 4.0f), (float4)(5.0f, 6.0f, 7.0f, 8.0f)};
constant char text[] = "weft";

kernel void program_scope_constants(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int value = in[i];
  struct Step step = steps[value % 2];
  out[i] = table[value % 5] * step.factor + step.addend + offset + (int)colours[value % 2].z + text[value % 5];
}
