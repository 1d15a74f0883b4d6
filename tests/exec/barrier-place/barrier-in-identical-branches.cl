// Branches on a value that is the same for all at run time only hold the same code with a barrier each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_identical_branches(global const int *in, global int *out, local int *tile,
                                          global const int *same) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int turn = 0; turn < 4; ++turn) {
    if (same[get_global_id(0)] > turn) {
      tile[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = tile[(l + 1) % size];
    } else {
      tile[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = tile[(l + 1) % size] + 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
