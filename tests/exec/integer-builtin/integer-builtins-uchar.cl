// Integer functions on vectors of uchar.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void integer_builtins_uchar(global const uchar4 *in, global uchar4 *out) {
  size_t i = get_global_id(0);
  uchar4 a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  global uchar4 *row = out + i * 12;
  row[0] = abs_diff(a, b);
  row[1] = add_sat(a, b);
  row[2] = sub_sat(a, b);
  row[3] = hadd(a, b);
  row[4] = rhadd(a, b);
  row[5] = clz(a);
  row[6] = popcount(a);
  row[7] = mul_hi(a, b);
  row[8] = mad_sat(a, b, c);
  row[9] = rotate(a, b);
  row[10] = max(a, (uchar)100);
  row[11] = clamp(a, (uchar)50, (uchar)200);
}
