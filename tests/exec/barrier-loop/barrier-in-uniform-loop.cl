// One barrier per iteration of a loop whose trip count is an argument; two tiles take turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_uniform_loop(global const int *in, global int *out, local int *tiles, int steps) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int step = 0; step < steps; ++step) {
    local int *tile = tiles + (step & 1) * size;
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
  }
  out[get_global_id(0)] = value;
}
