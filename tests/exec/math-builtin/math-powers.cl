// Powers and roots.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void math_powers(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  float x = in[2 * i], y = in[2 * i + 1];
  global float *row = out + i * 11;
  row[0] = pow(x, y);
  row[1] = powr(x, y);
  row[2] = pown(x, (int)y);
  row[3] = rootn(x, 3);
  row[4] = sqrt(x);
  row[5] = rsqrt(x);
  row[6] = cbrt(y);
  row[7] = hypot(x, y);
  row[8] = x / y;
  row[9] = tgamma(x);
  row[10] = native_recip(2.0f);
}
