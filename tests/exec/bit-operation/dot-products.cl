// Dot products of four bytes, of vectors and packed (cl_khr_integer_dot_product).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void dot_products(global const uint *a, global const uint *b, global const int *sums, global int *out) {
  size_t i = get_global_id(0);
  uint x = a[i], y = b[i];
  int sum = sums[i];
  out += 10 * i;
  out[0] = (int)dot(as_uchar4(x), as_uchar4(y));
  out[1] = dot(as_char4(x), as_char4(y));
  out[2] = dot(as_uchar4(x), as_char4(y));
  out[3] = dot_4x8packed_su_int(x, y);
  out[4] = (int)dot_acc_sat(as_uchar4(x), as_uchar4(y), (uint)sum);
  out[5] = dot_acc_sat(as_char4(x), as_char4(y), sum);
  out[6] = dot_acc_sat_4x8packed_us_int(x, y, sum);
  out[7] = dot_acc_sat_4x8packed_su_int(x, y, sum);
  out[8] = dot_acc_sat_4x8packed_ss_int(x, y, sum);
  out[9] = (int)dot_acc_sat_4x8packed_uu_uint(x, y, (uint)sum);
}
