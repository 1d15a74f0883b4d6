// Reductions and scans of whole sub-groups, for every type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define ROW(value) out[row++ * items + id] = convert_long(value)
#define ALL(type)                                                                                                      \
  {                                                                                                                    \
    const type value = (type)in[id];                                                                                   \
    ROW(sub_group_reduce_add(value));                                                                                  \
    ROW(sub_group_reduce_min(value));                                                                                  \
    ROW(sub_group_reduce_max(value));                                                                                  \
    ROW(sub_group_scan_inclusive_add(value));                                                                          \
    ROW(sub_group_scan_inclusive_min(value));                                                                          \
    ROW(sub_group_scan_inclusive_max(value));                                                                          \
    ROW(sub_group_scan_exclusive_add(value));                                                                          \
    const type least = sub_group_scan_exclusive_min(value), most = sub_group_scan_exclusive_max(value);                \
    ROW(get_sub_group_local_id() == 0 ? (type)0 : least);                                                              \
    ROW(get_sub_group_local_id() == 0 ? (type)0 : most);                                                               \
  }

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_arithmetic(global const int *in,
                                                                                  global long *out, ulong items) {
  const size_t id = get_global_linear_id();
  size_t row = 0;
  ALL(char) ALL(uchar) ALL(short) ALL(ushort) ALL(int) ALL(uint) ALL(long) ALL(ulong) ALL(float) ALL(double) ALL(half)
}
