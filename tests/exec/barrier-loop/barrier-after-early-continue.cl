// Some turns of the loop skip the barrier through continue.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_after_early_continue(global const int *in, global int *out, local int *tile, int steps) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int step = 0; step < steps; ++step) {
    value += 1;
    if (step % 3 == 1)
      continue;
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
