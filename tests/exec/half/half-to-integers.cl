// Conversions from every half to integers, with rounding modes and saturation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_to_integers(global const half *in, global int *out, global float *wide) {
  size_t i = get_global_id(0);
  half x = in[i];
  out += 8 * i;
  out[0] = convert_int_sat_rte(x);
  out[1] = convert_int_sat_rtz(x);
  out[2] = convert_int_sat_rtp(x);
  out[3] = convert_int_sat_rtn(x);
  out[4] = convert_char_sat(x);
  out[5] = convert_uchar_sat_rte(x);
  out[6] = convert_short2_sat_rtp((half2)x).y;
  out[7] = convert_ushort_sat_rtn(x);
  wide[i] = (float)x + convert_float(x);
}
