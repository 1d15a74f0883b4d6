// A divisor that the compiler sees to be zero, under a condition that never holds at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void division_by_constant_zero(global const int *in, global int *out) {
  int value = in[get_global_id(0)];
  int divisor = value < 0 ? 0 : 3;
  out[get_global_id(0)] = value / divisor;
}
