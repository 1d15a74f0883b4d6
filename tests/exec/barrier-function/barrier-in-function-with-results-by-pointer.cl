// The function gives its results through pointers to the caller's private variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void exchange(local int *tile, int *value, int *partner) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = *value;
  barrier(CLK_LOCAL_MEM_FENCE);
  *value = tile[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  *partner = size - 1 - l;
}

kernel void barrier_in_function_with_results_by_pointer(global const int *in, global int *out, local int *tile) {
  int value = in[get_global_id(0)];
  int partner = 0;
  exchange(tile, &value, &partner);
  out[get_global_id(0)] = value * 10 + partner % 10;
}
