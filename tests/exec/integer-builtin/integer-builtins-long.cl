// Integer functions on long and ulong.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void integer_builtins_long(global const long *in, global long *out) {
  size_t i = get_global_id(0);
  long a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  global long *row = out + i * 10;
  row[0] = abs(a);
  row[1] = add_sat(a, b);
  row[2] = sub_sat(a, b);
  row[3] = clz(a);
  row[4] = popcount(a);
  row[5] = mul_hi(a, b);
  row[6] = mul_hi((ulong)a, (ulong)b);
  row[7] = mad_sat(a, b, c);
  row[8] = rotate(a, b);
  row[9] = hadd(a, b);
}
