// Rounding modes and saturation from float.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void float_to_integer_conversions(global const float *in, global int *out) {
  size_t i = get_global_id(0);
  float v = in[i];
  global int *row = out + i * 9;
  row[0] = convert_int_rte(v);
  row[1] = convert_int_rtz(v);
  row[2] = convert_int_rtp(v);
  row[3] = convert_int_rtn(v);
  row[4] = (int)v;
  row[5] = convert_uchar_sat(v);
  row[6] = convert_char_sat_rte(v);
  row[7] = convert_short_sat_rtp(v * 100.0f);
  row[8] = convert_int_sat(v * 1e9f);
}
