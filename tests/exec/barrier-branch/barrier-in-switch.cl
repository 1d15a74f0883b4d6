// A switch over the group id: cases with a barrier, one that falls through, one without.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_switch(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  switch (get_group_id(0) % 4) {
  case 0:
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[size - 1 - l];
    break;
  case 1:
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  case 2:
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    break;
  default:
    value = -value;
  }
  out[get_global_id(0)] = value;
}
