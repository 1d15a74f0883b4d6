// Private values live across barriers in a loop, in groups of one to three dimensions, uniform or not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void values_across_barriers_in_all_dimensions(global const int *in, global int *out, local int *tile) {
  size_t g = get_global_linear_id(), l = get_local_linear_id();
  size_t size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int own[3] = {in[g], in[g] * 2, (int)l};
  int value = in[g];
  for (int turn = 0; turn < 3; ++turn) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    own[turn] += value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = own[0] + own[1] * 3 + own[2] * 7 + (int)get_local_id(0) + (int)get_local_id(1) * 10;
}
