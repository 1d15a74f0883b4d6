// Operands of different sizes one right after the other: none may overwrite what another work-item has yet to read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void collectives_of_changing_types(global const int *in, global long *out) {
  size_t i = get_global_linear_id();
  int a = work_group_scan_inclusive_add(in[i]);
  double b = work_group_scan_exclusive_add((double)a);
  float c = work_group_broadcast((float)a, 0);
  ulong d = work_group_reduce_max((ulong)b);
  uint e = work_group_scan_inclusive_min((uint)a ^ (uint)in[i]);
  out[i] = a + 3 * (long)b + 5 * (long)c + 7 * (long)d + 11 * (long)e;
}
