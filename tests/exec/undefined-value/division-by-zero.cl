// Division and remainder by zero, and the smallest number by -1: any value, but no trap, and the rest is right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void division_by_zero(global const int *in, global int *any, global int *out) {
  size_t i = get_global_id(0);
  int a = in[2 * i], b = in[2 * i + 1];
  any[4 * i] = a / b;
  any[4 * i + 1] = a % b;
  any[4 * i + 2] = (uint)a / (uint)b;
  any[4 * i + 3] = (uint)a % (uint)b;
  out[i] = a + b;
}
