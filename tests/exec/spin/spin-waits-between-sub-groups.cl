// Sub-groups take turns from the last one to the first one; one work-item of each waits, the others at its barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void
spin_waits_between_sub_groups(global const int *in, global int *out, global int *sizes) {
  local atomic_int turn;
  local int hash;
  const size_t id = get_global_linear_id();
  const int self = get_sub_group_id();
  if (get_local_linear_id() == 0) {
    atomic_store(&turn, (int)get_num_sub_groups() - 1);
    hash = 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int sum = sub_group_reduce_add(in[id]);
  if (get_sub_group_local_id() == 0)
    while (atomic_load(&turn) != self)
      ;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  const int before = hash;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0) {
    hash = (before * 31 + sum) & 0xFFFFF;
    atomic_store(&turn, self - 1);
  }
  out[id] = before;
  sizes[id] = get_max_sub_group_size();
}
