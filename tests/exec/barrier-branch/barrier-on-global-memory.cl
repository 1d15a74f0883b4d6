// Work-items of a group exchange values through global memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_on_global_memory(global int *data) {
  size_t g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  size_t mirror = g - l + (size - 1 - l);
  barrier(CLK_GLOBAL_MEM_FENCE);
  int other = data[mirror];
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[g] = other;
}
