// Sum of a group as a tree in local memory; the group's size is a power of two.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void tree_reduction(global const int *in, global int *sums, local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (l < stride)
      tile[l] += tile[l + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    sums[get_group_id(0)] = tile[0];
}
