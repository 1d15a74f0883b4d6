// A divergent inner loop with continue and break stands before a barrier of the outer loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void divergent_continue_before_barrier(global const int *in, global int *out, local int *tile, int steps) {
  int l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int step = 0; step < steps; ++step) {
    int odd = 0;
    for (int k = 0; k < 50; ++k) {
      if ((k + l) % 2 == 0)
        continue;
      if (k > l)
        break;
      odd += k;
    }
    tile[l] = value + odd;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
