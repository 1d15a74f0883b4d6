// One value a group: a tree of sums in local memory with a barrier at each level.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void sumOfGroups(__global const float *values, __global float *sums, uint count, __local float *tree) {
  const uint item = get_local_id(0);
  const uint index = get_global_id(0);
  tree[item] = index < count ? values[index] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
    if (item < width)
      tree[item] += tree[item + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0)
    sums[get_group_id(0)] = tree[0];
}
