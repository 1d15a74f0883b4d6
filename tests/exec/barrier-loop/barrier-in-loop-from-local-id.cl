// The counter starts at the local id, so it differs from work-item to work-item, but the trip count does not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_loop_from_local_id(global const int *in, global int *out, local int *tile, int steps) {
  int l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int k = l; k < l + steps; ++k) {
    tile[l] = value + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
