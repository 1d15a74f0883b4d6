// Division and remainder of every width and sign.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void integer_division(global const long *in, global long *out) {
  size_t i = get_global_id(0);
  long a = in[2 * i], b = in[2 * i + 1];
  global long *row = out + i * 8;
  row[0] = a / b;
  row[1] = a % b;
  row[2] = (long)((ulong)a / (ulong)b);
  row[3] = (int)a / (int)b;
  row[4] = (uint)a % (uint)b;
  row[5] = (short)a / (short)b;
  row[6] = (char)a % (char)b;
  row[7] = (uchar)a / (uchar)b;
}
