// Pointers into constant memory, chosen at run time and handed to a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant int low[4] = {1, 2, 3, 4};
constant int high[4] = {100, 200, 300, 400};

int sum(constant int *values, int count) {
  int total = 0;
  for (int k = 0; k < count; ++k)
    total += values[k];
  return total;
}

kernel void constant_pointer_in_function(global const int *in, global int *out) {
  int value = in[get_global_id(0)];
  out[get_global_id(0)] = sum(value % 2 == 0 ? low : high, value % 5);
}
