// All work-items load the same elements, in a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void uniform_loads(global const int *coefficients, int count, global const int *in, global int *out) {
  int x = in[get_global_id(0)];
  int sum = 0;
  for (int k = 0; k < count; ++k)
    sum = sum * x + coefficients[k];
  out[get_global_id(0)] = sum;
}
