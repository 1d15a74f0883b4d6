// Trigonometric functions of angles of all sizes side by side, and of those that are none.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void math_angles(global const float *in, global float *out) {
  float x = in[get_global_id(0)];
  out += get_global_id(0) * 5;
  out[0] = sin(x);
  out[1] = cos(x);
  out[2] = tan(x);
  float cosine;
  out[3] = sincos(x, &cosine);
  out[4] = cosine;
}
