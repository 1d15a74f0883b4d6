// Guards around single loads and stores of a kernel with barriers: work-items beyond them go on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_trees(global const int *in, global int *sums, global int *doubled, local int *tree, int limit) {
  const int id = get_global_id(0);
  const int l = get_local_id(0);
  tree[l] = id < limit ? in[id] : -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int width = get_local_size(0) / 2; width > 0; width /= 2) {
    if (l < width)
      tree[l] += tree[l + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (!(3 + id >= limit))
    doubled[3 + id] = 2 * in[id];
  if (l == 0)
    sums[get_group_id(0)] = tree[0];
}
