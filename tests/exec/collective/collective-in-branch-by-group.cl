// Groups take different branches with different collectives.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void collective_in_branch_by_group(global const int *in, global int *out) {
  size_t i = get_global_linear_id();
  int result;
  switch (get_group_id(0) % 3) {
  case 0:
    result = work_group_reduce_max(in[i]);
    break;
  case 1:
    result = work_group_scan_inclusive_add(in[i]);
    if (work_group_all(result > 0))
      result = work_group_scan_exclusive_max(result);
    break;
  default:
    result = in[i];
  }
  out[i] = result;
}
