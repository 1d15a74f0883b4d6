// What a sub-group's work-items write is seen by the others behind its barrier, and a group's sums by its sub-groups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_barriers(global const int *in, global int *out,
                                                                                ulong items, local int *moved) {
  const size_t id = get_global_linear_id();
  const uint first = get_sub_group_id() * SIZE;
  const uint lane = get_sub_group_local_id();
  const uint lanes = get_sub_group_size();
  int value = in[id];
  for (int trip = 0; trip < 3; ++trip) {
    moved[first + lane] = value;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    value = moved[first + (lane + 1) % lanes];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
  }
  out[id] = value;
  // Two levels.
  const int sum = sub_group_reduce_add(value);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0)
    moved[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  int all = 0;
  for (uint i = lane; i < get_num_sub_groups(); i += lanes)
    all += moved[i];
  out[items + id] = sub_group_reduce_add(all);
  out[2 * items + id] = work_group_reduce_add(value);
}
