// A loop with a break before its first barrier and another after it, to different continuations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_loop_with_two_exits(global const int *in, global int *out, local int *tile, int first,
                                        int second) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int bonus = 1000;
  for (int step = 0;; ++step) {
    if (step == first)
      break;
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step == second) {
      bonus = 2000 + (int)l;
      break;
    }
  }
  out[get_global_id(0)] = value + bonus;
}
