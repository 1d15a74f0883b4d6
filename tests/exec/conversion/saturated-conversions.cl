// Vectors to all integers of 32 bits and less, brought into their range, in all modes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
kernel void saturated_conversions(global const T *in, global int *out, global uint *large) {
  const size_t i = get_global_id(0);
  const JOIN(T, 4) v = vload4(i, in);
  vstore4(convert_int4(convert_char4_sat(v)), 5 * i, out);
  vstore4(convert_int4(convert_uchar4_sat_rte(v)), 5 * i + 1, out);
  vstore4(convert_int4(convert_short4_sat_rtp(v)), 5 * i + 2, out);
  vstore4(convert_int4(convert_ushort4_sat_rtn(v)), 5 * i + 3, out);
  vstore4(convert_int4_sat_rtz(v), 5 * i + 4, out);
  vstore4(convert_uint4_sat(v), i, large);
}
