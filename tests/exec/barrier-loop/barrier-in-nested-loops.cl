// Barriers in an inner loop, one more in the outer loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_nested_loops(global const int *in, global int *out, local int *tile, int outer, int inner) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int i = 0; i < outer; ++i) {
    for (int j = 0; j < inner; ++j) {
      tile[l] = value + i;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = tile[(l + 1) % size];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + size - 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
