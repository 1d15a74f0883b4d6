// Exclusive scan: up-sweep and down-sweep over two elements per work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void blelloch_scan(global const int *in, global int *out, local int *tile) {
  int l = get_local_id(0), count = 2 * get_local_size(0);
  global const int *from = in + get_group_id(0) * count;
  global int *to = out + get_group_id(0) * count;
  tile[2 * l] = from[2 * l];
  tile[2 * l + 1] = from[2 * l + 1];
  int offset = 1;
  for (int active = count / 2; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < active)
      tile[offset * (2 * l + 2) - 1] += tile[offset * (2 * l + 1) - 1];
    offset *= 2;
  }
  if (l == 0)
    tile[count - 1] = 0;
  for (int active = 1; active < count; active *= 2) {
    offset /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < active) {
      int left = tile[offset * (2 * l + 1) - 1];
      tile[offset * (2 * l + 1) - 1] = tile[offset * (2 * l + 2) - 1];
      tile[offset * (2 * l + 2) - 1] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  to[2 * l] = tile[2 * l];
  to[2 * l + 1] = tile[2 * l + 1];
}
