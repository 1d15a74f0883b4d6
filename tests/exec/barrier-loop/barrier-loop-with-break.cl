// The loop is left in its middle, between two barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_loop_with_break(global const int *in, global int *out, local int *tile, int last) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int step = 0; step < 100; ++step) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step == last)
      break;
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
