// Implicit and explicit conversions between integer types, with and without saturation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void integer_conversions(global const long *in, global long *out) {
  size_t i = get_global_id(0);
  long v = in[i];
  global long *row = out + i * 10;
  row[0] = convert_char(v);
  row[1] = convert_uchar_sat(v);
  row[2] = convert_char_sat(v);
  row[3] = convert_short_sat(v);
  row[4] = convert_ushort(v);
  row[5] = convert_int_sat(v);
  row[6] = convert_uint_sat(v);
  row[7] = (long)convert_ulong_sat(v);
  row[8] = (short)(int)v;
  row[9] = convert_char_sat(convert_uint_sat(v));
}
