// Vector arguments of 2, 3, 4, 8 and 16 elements of several types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vector_arguments(char2 a, uchar3 b, short4 c, int8 d, uint16 e, float3 f, long2 g, ulong3 h, float16 i,
                             global long *out) {
  global long *row = out + get_global_id(0) * 9;
  row[0] = a.x * 1000 + a.y;
  row[1] = b.x * 1000000 + b.y * 1000 + b.z;
  row[2] = c.x + c.y * 10 + c.z * 100 + c.w * 1000;
  row[3] = d.s0 + d.s3 * 10 + d.s7 * 100;
  row[4] = (long)e.s0 + e.s8 * 10L + e.sf * 100L;
  row[5] = (long)(f.x + f.y * 10 + f.z * 100);
  row[6] = g.x - g.y;
  row[7] = h.x + h.y * 10 + h.z * 100;
  row[8] = (long)(i.s0 + i.s7 * 10 + i.se * 100);
}
