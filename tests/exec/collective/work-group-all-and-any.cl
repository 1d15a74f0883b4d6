// work_group_all and work_group_any, true and false for some groups each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void work_group_all_and_any(global const int *in, global int *out, ulong n) {
  size_t i = get_global_linear_id();
  out[i] = work_group_all(in[i] < 9000) != 0;
  out[n + i] = work_group_any(in[i] >= 9900) != 0;
  out[2 * n + i] = work_group_all(1 << (in[i] % 31)) != 0;
  out[3 * n + i] = work_group_any(in[i] < 0) != 0;
}
