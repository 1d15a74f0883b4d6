// The branch depends on the group: even groups exchange, odd ones do not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_branch_by_group(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  if (get_group_id(0) % 2 == 0) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[size - 1 - l];
  }
  out[get_global_id(0)] = value;
}
