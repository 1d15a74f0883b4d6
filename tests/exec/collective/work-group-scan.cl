// Inclusive and exclusive scans with add, min and max of all types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ROW(value, row) out[(row) * n + i] = value
#define SCAN(type, show, scale, row)                                                                                   \
  {                                                                                                                    \
    type value = (type)in[i] * (type)(scale);                                                                          \
    ROW(show(work_group_scan_inclusive_add(value)), row);                                                              \
    ROW(show(work_group_scan_inclusive_min(value)), row + 1);                                                          \
    ROW(show(work_group_scan_inclusive_max(value)), row + 2);                                                          \
    ROW(show(work_group_scan_exclusive_add(value)), row + 3);                                                          \
    ROW(show(work_group_scan_exclusive_min(value)), row + 4);                                                          \
    ROW(show(work_group_scan_exclusive_max(value)), row + 5);                                                          \
  }
#define INTEGER(value) ((long)(value))
#define REAL(value) as_long((double)(value))
kernel void work_group_scan(global const int *in, global long *out, ulong n) {
  size_t i = get_global_linear_id();
  SCAN(int, INTEGER, 1, 0)
  SCAN(uint, INTEGER, 0x1000001, 6)
  SCAN(long, INTEGER, 1L << 34, 12)
  SCAN(ulong, INTEGER, (1UL << 50) + 1, 18)
  SCAN(float, REAL, 3, 24)
  SCAN(double, REAL, 1 << 20, 30)
}
