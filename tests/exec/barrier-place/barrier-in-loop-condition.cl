// Exchanges in the condition and in the step of a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int next(int value, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[(l + 1) % size];
}
kernel void barrier_in_loop_condition(global const int *in, global int *out, local int *tile, int turns) {
  int value = in[get_global_id(0)], sum = 0;
  for (int i = 0; (value = next(value, tile), i < turns); i += next(1, tile))
    sum += value;
  out[get_global_id(0)] = sum;
}
