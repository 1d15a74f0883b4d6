// cl_khr_work_group_uniform_arithmetic: mul, and, or, xor and the logical ones, as reductions and scans.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ROW(value, row) out[(row) * n + i] = (long)(value)
#define ALL(name, value, row)                                                                                          \
  ROW(work_group_reduce_##name(value), row);                                                                           \
  ROW(work_group_scan_inclusive_##name(value), row + 1);                                                               \
  ROW(work_group_scan_exclusive_##name(value), row + 2);
#define TYPE(type, row)                                                                                                \
  {                                                                                                                    \
    type value = (type)(in[i] | 1) * (type)0x100000001;                                                                \
    ALL(mul, value, row)                                                                                               \
    ALL(and, value, row + 3)                                                                                           \
    ALL(or, value, row + 6)                                                                                            \
    ALL(xor, value, row + 9)                                                                                           \
  }
kernel void work_group_uniform_arithmetic(global const int *in, global long *out, ulong n) {
  size_t i = get_global_linear_id();
  TYPE(int, 0)
  TYPE(uint, 12)
  TYPE(long, 24)
  TYPE(ulong, 36)
  ALL(mul, i % 3 == 0 ? -1.0f : 1.0f, 48)
  ALL(mul, i % 3 == 0 ? -1.0 : 1.0, 51)
  ALL(logical_and, in[i] % 16, 54)
  ALL(logical_or, in[i] < 300 ? in[i] + 1 : 0, 57)
  ALL(logical_xor, in[i] % 3, 60)
}
