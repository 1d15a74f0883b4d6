// The barrier stands in a function that the kernel calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int exchange(local int *tile, int value) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[size - 1 - l];
}

kernel void barrier_in_function(global const int *in, global int *out, local int *tile) {
  out[get_global_id(0)] = exchange(tile, in[get_global_id(0)]);
}
