// A barrier in a loop under a guard that the argument decides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_barrier_in_loop(global const int *in, global int *out, local int *tile, int guard) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int step = 0; step < 6; ++step) {
    tile[l] = value;
    if (step < guard) {
      barrier(CLK_LOCAL_MEM_FENCE);
      value = tile[(l + 1) % size];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = value;
}
