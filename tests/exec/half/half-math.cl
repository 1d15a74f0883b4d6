// Math, common and geometric functions on half.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_math(global const half *in, global half *out) {
  size_t i = get_global_id(0);
  half x = in[i], whole, cosine;
  int exponent;
  out += 20 * i;
  out[0] = sin(x);
  out[1] = exp(x);
  out[2] = log2(x);
  out[3] = cbrt(x);
  out[4] = pow(x, 1.5h);
  out[5] = atan2(x, 0.5h);
  out[6] = tanh(x);
  out[7] = rsqrt(x);
  out[8] = hypot(x, 3.0h);
  out[9] = sincos(x, &cosine);
  out[10] = cosine;
  out[11] = fract(-x, &whole);
  out[12] = whole;
  out[13] = frexp(x, &exponent);
  out[14] = exponent;
  out[15] = ldexp(x, -17);
  out[16] = dot((half4)(x, 1.0h, 2.0h, x), (half4)(x, 0.5h, 0.25h, x));
  out[17] = length((half2)(x, 2.0h));
  out[18] = mix(x, 2.0h, 0.25h);
  out[19] = fmax(x, nan((ushort)3)) + clamp(x, 1.0h, 2.0h) + ilogb(x);
}
