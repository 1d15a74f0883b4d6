// The trip count is the group's id: 0 in the first group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_loop_bounded_by_group_id(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (size_t step = 0; step < get_group_id(0); ++step) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
