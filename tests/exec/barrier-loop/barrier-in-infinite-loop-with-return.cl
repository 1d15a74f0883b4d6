// for (;;) whose only way out is a return between barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_infinite_loop_with_return(global const int *in, global int *out, local int *tile, int steps) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (;;) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    if (--steps == 0) {
      out[get_global_id(0)] = value;
      return;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
