// Loops of exchanges in groups of different sizes in one launch, with values and an array that live on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void exchanges_in_non_uniform_groups(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_linear_id(), size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  size_t i = get_global_linear_id();
  int value = in[i];
  int seen[4];
  for (int turn = 0; turn < 4; ++turn) {
    seen[turn] = value;
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = value + 10 * seen[in[i] & 3];
}
