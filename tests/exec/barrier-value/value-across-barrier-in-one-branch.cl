// A value is live across the barrier of one branch only.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void value_across_barrier_in_one_branch(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int square = value * value;
  if (get_group_id(0) % 2 == 0) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    square -= tile[size - 1 - l];
  }
  out[get_global_id(0)] = square;
}
