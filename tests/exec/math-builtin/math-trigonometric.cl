// Trigonometric functions of one argument on float.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ONE(f) *out++ = f(x);

kernel void math_trigonometric(global const float *in, global float *out) {
  float x = in[get_global_id(0)];
  out += get_global_id(0) * 10;
  ONE(sin) ONE(cos) ONE(tan) ONE(atan) ONE(sinpi) ONE(cospi) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh)
}
