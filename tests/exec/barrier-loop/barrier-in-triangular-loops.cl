// The inner loop's trip count is the outer loop's counter; 0 in the first turn.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_triangular_loops(global const int *in, global int *out, local int *tile, int outer) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int i = 0; i < outer; ++i)
    for (int j = 0; j < i; ++j) {
      tile[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = tile[(l + 1) % size] + j;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  out[get_global_id(0)] = value;
}
