// Branches within branches, a barrier on some of the ways.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_nested_branches(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0), group = get_group_id(0);
  int value = in[get_global_id(0)];
  if (group % 2 == 0) {
    tile[l] = value;
    if (group % 4 == 0) {
      barrier(CLK_LOCAL_MEM_FENCE);
      value = tile[size - 1 - l];
    } else {
      value += 100;
    }
    value += 10;
  } else if (group % 3 == 0) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
  }
  out[get_global_id(0)] = value;
}
