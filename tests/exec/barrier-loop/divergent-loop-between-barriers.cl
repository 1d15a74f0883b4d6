// Inside a loop with barriers, an inner loop runs as often as each work-item's value says.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void divergent_loop_between_barriers(global const int *in, global int *out, local int *tile, int steps) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int step = 0; step < steps; ++step) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    int halvings = 0;
    for (int rest = value; rest > 0; rest /= 2)
      ++halvings;
    value += halvings;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
