// The trip count is loaded from global memory: the same for a group, another for the next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_loop_count_from_memory(global const int *in, global int *out, local int *tile,
                                              global const int *counts) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int step = 0; step < counts[get_group_id(0)]; ++step) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
