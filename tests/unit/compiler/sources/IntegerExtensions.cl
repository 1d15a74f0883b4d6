// Calls the functions of cl_khr_extended_bit_ops and cl_khr_integer_dot_product.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BITS(type, whole)                                                                                              \
  kernel void bits_##type(global type *a, global whole *s, global u##whole *u) {                                       \
    a[0] = bitfield_insert(a[1], a[2], 3u, 4u) + bit_reverse(a[3]);                                                    \
    s[0] = bitfield_extract_signed(a[4], 3u, 4u);                                                                      \
    u[0] = bitfield_extract_unsigned(a[4], 3u, 4u);                                                                    \
  }
#define BOTH(whole) BITS(whole, whole) BITS(u##whole, whole)
#define WIDTHS(name) BOTH(name) BOTH(name##2) BOTH(name##3) BOTH(name##4) BOTH(name##8) BOTH(name##16)
WIDTHS(char) WIDTHS(short) WIDTHS(int) WIDTHS(long)

kernel void dots(global uint *u, global int *i, global char4 *c, global uchar4 *d) {
  u[0] = dot(d[0], d[1]) + dot_acc_sat(d[0], d[1], u[1]) + dot_4x8packed_uu_uint(u[2], u[3]) +
         dot_acc_sat_4x8packed_uu_uint(u[2], u[3], u[4]);
  i[0] = dot(c[0], c[1]) + dot(c[0], d[1]) + dot(d[0], c[1]) + dot_acc_sat(c[0], c[1], i[1]) +
         dot_acc_sat(c[0], d[1], i[1]) + dot_acc_sat(d[0], c[1], i[1]) + dot_4x8packed_ss_int(u[2], u[3]) +
         dot_4x8packed_us_int(u[2], u[3]) + dot_4x8packed_su_int(u[2], u[3]) +
         dot_acc_sat_4x8packed_ss_int(u[2], u[3], i[2]) + dot_acc_sat_4x8packed_us_int(u[2], u[3], i[2]) +
         dot_acc_sat_4x8packed_su_int(u[2], u[3], i[2]);
}
