// One work-item loads the trip count into local memory, all loop by it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_loop_count_from_local_memory(global const int *in, global int *out, local int *tile,
                                                    global const int *counts) {
  local int count;
  size_t l = get_local_id(0), size = get_local_size(0);
  if (l == size - 1)
    count = counts[get_group_id(0)];
  int value = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < count; ++step) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
