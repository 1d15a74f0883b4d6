// Sub-groups cover the group without a gap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void sub_group_functions(global uint *out) {
  global uint *found = out + get_global_linear_id() * 5;
  found[0] = get_sub_group_size();
  found[1] = get_max_sub_group_size();
  found[2] = get_num_sub_groups();
  found[3] = get_sub_group_id();
  found[4] = get_sub_group_local_id();
}
