// A scalar argument of every type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void scalar_arguments(global long *out, char a, uchar b, short c, ushort d, int e, uint f, long g, ulong h,
                             float i, global float *real) {
  size_t x = get_global_id(0);
  global long *row = out + x * 8;
  row[0] = a;
  row[1] = b;
  row[2] = c;
  row[3] = d;
  row[4] = e;
  row[5] = f;
  row[6] = g;
  row[7] = h;
  real[x] = i;
}
