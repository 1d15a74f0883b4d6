// A value defined before a loop is redefined in it only by some work-items and in some turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void value_redefined_in_loop_across_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int best = -1;
  for (int turn = 0; turn < 5; ++turn) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    if (value > best)
      best = value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = best;
}
