// Whole groups return before the barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_after_uniform_return(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  out[get_global_id(0)] = -1;
  if (get_group_id(0) % 2 == 1)
    return;
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l];
}
