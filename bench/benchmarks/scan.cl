// Running sums: of each group by doubling steps between barriers, then each group's start is added.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void scanGroups(__global const uint *values, __global uint *sums, __global uint *totals, uint count,
                         __local uint *window) {
  const uint item = get_local_id(0);
  const uint index = get_global_id(0);
  const uint size = get_local_size(0);
  window[item] = index < count ? values[index] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < size; distance *= 2) {
    const uint before = item >= distance ? window[item - distance] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    window[item] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (index < count)
    sums[index] = window[item];
  if (item == size - 1)
    totals[get_group_id(0)] = window[item];
}

// `totals` holds running sums of the groups' totals.
__kernel void addStarts(__global uint *sums, __global const uint *totals, uint count) {
  const uint index = get_global_id(0);
  const uint group = get_group_id(0);
  if (group > 0 && index < count)
    sums[index] += totals[group - 1];
}
