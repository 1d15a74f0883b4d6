// A function that asks not to be inlined uses work-item functions and local memory, without a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__attribute__((noinline)) int weight(local const int *tile, int value) {
  return tile[get_local_size(0) - 1 - get_local_id(0)] * 3 + value + (int)get_global_id(0);
}

kernel void noinline_function(global const int *in, global int *out, local int *tile) {
  tile[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = weight(tile, in[get_global_id(0)]);
}
