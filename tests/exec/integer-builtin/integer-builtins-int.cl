// Integer functions on int.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void integer_builtins_int(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  global int *row = out + i * 18;
  row[0] = abs(a);
  row[1] = abs_diff(a, b);
  row[2] = add_sat(a, b);
  row[3] = sub_sat(a, b);
  row[4] = hadd(a, b);
  row[5] = rhadd(a, b);
  row[6] = clz(a);
  row[7] = popcount(a);
  row[8] = mul_hi(a, b);
  row[9] = mad_hi(a, b, c);
  row[10] = mad_sat(a, b, c);
  row[11] = rotate(a, b);
  row[12] = max(a, b);
  row[13] = min(a, b);
  row[14] = clamp(a, min(b, c), max(b, c));
  row[15] = mul24(a >> 8, b >> 8);
  row[16] = mad24(a >> 8, b >> 8, c);
  row[17] = clz(a & 0xFF);
}
