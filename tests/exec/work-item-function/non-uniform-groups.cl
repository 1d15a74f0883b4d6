// The last group of a dimension is smaller: sizes, ids and a barrier in each group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void non_uniform_groups(global ulong *out, local int *tile) {
  size_t g = get_global_linear_id(), l = get_local_linear_id();
  size_t size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  tile[l] = g;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g * 4] = tile[size - 1 - l];
  out[g * 4 + 1] = get_local_size(0) + get_local_size(1) * 100 + get_local_size(2) * 10000;
  out[g * 4 + 2] = get_enqueued_local_size(0) + get_enqueued_local_size(1) * 100 + get_enqueued_local_size(2) * 10000;
  out[g * 4 + 3] = get_num_groups(0) + get_num_groups(1) * 100 + get_num_groups(2) * 10000;
}
