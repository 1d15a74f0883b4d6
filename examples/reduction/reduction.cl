// The sum of an array, one step: each work-group adds up its elements in a tree over local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `sums` gets one value per group. The local size is a power of two; `tree` has one float for each work-item.
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
