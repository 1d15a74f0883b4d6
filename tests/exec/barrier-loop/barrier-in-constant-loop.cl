// A loop with a trip count known to the compiler, which may unroll it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_constant_loop(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int step = 0; step < 5; ++step) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size] + step;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
