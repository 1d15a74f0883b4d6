// A loop with two barriers in its body: write, barrier, read, barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void two_barriers_per_loop(global const int *in, global int *out, local int *tile, int steps) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  for (int step = 0; step < steps; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int next = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = next;
  }
  out[get_global_id(0)] = tile[l];
}
