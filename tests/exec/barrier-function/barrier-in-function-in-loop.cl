// A function with barriers, called in a loop of the kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int step(local int *tile, int value) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  int next = tile[(l + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  return next;
}

kernel void barrier_in_function_in_loop(global const int *in, global int *out, local int *tile, int steps) {
  int value = in[get_global_id(0)];
  for (int k = 0; k < steps; ++k)
    value = step(tile, value) + k;
  out[get_global_id(0)] = value;
}
