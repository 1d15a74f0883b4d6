// Infinities, NaN and large numbers to integers: any value, but no trap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void float_to_integer_out_of_range(global const float *in, global int *any, global int *out) {
  size_t i = get_global_id(0);
  any[3 * i] = (int)in[i];
  any[3 * i + 1] = (uchar)in[i];
  any[3 * i + 2] = (int)(long)in[i];
  out[i] = convert_int_sat(in[i]);
}
