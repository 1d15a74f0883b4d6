// Shift amounts are taken modulo the width (OpenCL C, section 6.3.10), in every width and on vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void shift_out_of_range(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int a = in[2 * i], b = in[2 * i + 1];
  global int *row = out + i * 6;
  row[0] = a << b;
  row[1] = a >> b;
  row[2] = (uint)a >> b;
  row[3] = (int)(((long)a << b) >> 16);
  int4 v = (int4)(a) << (int4)(b, 33, -1, 31);
  row[4] = v.x ^ v.y;
  row[5] = v.z ^ v.w;
}
