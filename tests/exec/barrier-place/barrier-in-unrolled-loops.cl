// Barriers in loops that are to be unrolled, one inside of the other: 64 exchanges in straight line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_unrolled_loops(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
#pragma unroll 8
    for (int k = 0; k < 8; ++k) {
      tile[l] = value + k - i;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = tile[(l + 1) % size];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = value;
}
