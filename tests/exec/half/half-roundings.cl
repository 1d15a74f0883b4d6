// Conversions to half in every rounding mode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_roundings(global const float *floats, global const double *doubles, global const long *integers,
                           global half *out) {
  size_t i = get_global_id(0);
  float f = floats[i];
  double d = doubles[i];
  long n = integers[i];
  out += 16 * i;
  out[0] = convert_half(f);
  out[1] = convert_half_rte(f);
  out[2] = convert_half_rtz(f);
  out[3] = convert_half_rtp(f);
  out[4] = convert_half_rtn(f);
  out[5] = (half)d;
  out[6] = convert_half_rte(d);
  out[7] = convert_half_rtz(d);
  out[8] = convert_half_rtp(d);
  out[9] = convert_half_rtn(d);
  out[10] = (half)n;
  half2 both = convert_half2_rtz((long2)(n, -n));
  out[11] = both.x;
  out[12] = both.y;
  out[13] = convert_half_rtp(n);
  out[14] = convert_half_rtn((int)n);
  out[15] = convert_half_rte((uint)n);
}
