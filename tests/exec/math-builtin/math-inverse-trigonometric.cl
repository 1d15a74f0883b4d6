// Inverse functions with arguments from -1 to 1, and atan2.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ONE(f) *out++ = f(x);

kernel void math_inverse_trigonometric(global const float *in, global float *out) {
  float x = in[get_global_id(0)];
  out += get_global_id(0) * 8;
  ONE(asin) ONE(acos) ONE(asinpi) ONE(acospi) ONE(atanpi) ONE(atanh)
  *out++ = atan2(x, 0.3f);
  *out++ = atan2pi(0.4f, x);
}
