// Each work-item loads the trip count from its own element; the elements of a group happen to be equal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_loop_count_per_item_memory(global const int *in, global int *out, local int *tile,
                                                  global const int *counts) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int count = counts[get_global_id(0)];
  for (int step = 0; step < count; ++step) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
