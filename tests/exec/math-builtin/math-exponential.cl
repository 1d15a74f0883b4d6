// Exponentials and logarithms of positive numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ONE(f) *out++ = f(x);

kernel void math_exponential(global const float *in, global float *out) {
  float x = in[get_global_id(0)];
  out += get_global_id(0) * 11;
  ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(acosh) ONE(erf) ONE(erfc)
}
