// Denormal numbers survive arithmetic and the functions that are exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void denormals(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  global float *row = out + i * 5;
  row[0] = in[i] * 0.5f;
  row[1] = in[i] + in[i];
  row[2] = fabs(in[i]);
  row[3] = fma(in[i], 2.0f, in[i]);
  row[4] = in[i] - 1e-40f;
}
