// Large integers to float in all rounding modes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void integer_to_float_conversions(global const int *in, global float *out) {
  size_t i = get_global_id(0);
  global float *row = out + i * 6;
  row[0] = in[i];
  row[1] = convert_float_rtz(in[i]);
  row[2] = convert_float_rtp(in[i]);
  row[3] = convert_float_rtn(in[i]);
  row[4] = (uint)in[i];
  row[5] = (float)((long)in[i] << 20);
}
