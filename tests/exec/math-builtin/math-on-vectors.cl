// Functions on vectors of every length.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void math_on_vectors(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  global const float *x = in + i * 16;
  global float *y = out + i * 33;
  vstore2(sin(vload2(0, x)), 0, y);
  vstore3(exp(vload3(0, x)), 0, y + 2);
  vstore4(fmax(vload4(0, x), 0.5f), 0, y + 5);
  vstore8(sqrt(fabs(vload8(0, x))), 0, y + 9);
  vstore16(atan2(vload16(0, x), (float16)(2.0f)), 0, y + 17);
}
