// work_group_reduce_add, _min and _max of all types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define REDUCE(type, scale, row)                                                                                       \
  {                                                                                                                    \
    type value = (type)in[i] * (type)(scale);                                                                          \
    out[(row) * n + i] = (long)work_group_reduce_add(value);                                                           \
    out[(row + 1) * n + i] = (long)work_group_reduce_min(value);                                                       \
    out[(row + 2) * n + i] = (long)work_group_reduce_max(value);                                                       \
  }
kernel void work_group_reduce(global const int *in, global long *out, ulong n) {
  size_t i = get_global_linear_id();
  REDUCE(int, 1, 0)
  REDUCE(uint, 0x1000001, 3)
  REDUCE(long, 1L << 34, 6)
  REDUCE(ulong, (1UL << 50) + 1, 9)
  REDUCE(float, 3, 12)
  REDUCE(double, 1 << 20, 15)
}
