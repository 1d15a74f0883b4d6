// A function that asks not to be inlined has a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__attribute__((noinline)) int exchange(local int *tile, int value) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  int result = tile[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  return result;
}

kernel void barrier_in_noinline_function(global const int *in, global int *out, local int *tile) {
  out[get_global_id(0)] = exchange(tile, exchange(tile, in[get_global_id(0)]) + 1) - (int)get_local_id(0);
}
