// native_ and half_ functions: fast, with a few digits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void math_native(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  float x = in[i];
  global float *row = out + i * 10;
  row[0] = native_sin(x);
  row[1] = native_exp(x);
  row[2] = native_log(x);
  row[3] = native_sqrt(x);
  row[4] = native_divide(1.0f, x);
  row[5] = half_cos(x);
  row[6] = half_exp2(x);
  row[7] = half_rsqrt(x);
  row[8] = half_powr(x, 1.5f);
  row[9] = native_rsqrt(x);
}
