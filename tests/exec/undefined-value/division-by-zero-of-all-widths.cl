// The same in 8, 16 and 64 bits and on vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void division_by_zero_of_all_widths(global const long *in, global long *any, global long *out) {
  size_t i = get_global_id(0);
  long a = in[2 * i], b = in[2 * i + 1];
  any[5 * i] = a / b;
  any[5 * i + 1] = a % b;
  any[5 * i + 2] = (short)a / (short)b + (char)a % (char)b;
  any[5 * i + 3] = (long)((ulong)a / (ulong)b);
  int4 quotient = (int4)((int)a) / (int4)((int)b, 1, -1, 0);
  any[5 * i + 4] = quotient.x + quotient.w;
  out[i] = (long)((ulong)a + (ulong)b) + quotient.y;
}
