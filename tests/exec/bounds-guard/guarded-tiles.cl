// A bounds guard around code with barriers, which all work-items of a group pass or none.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_tiles(global const int *in, global int *out, local int *tile, int limit) {
  const int id = get_global_id(0);
  const int l = get_local_id(0), size = get_local_size(0);
  if (id - l >= limit)
    return;
  int sum = 0;
  for (int k = 0; k < 5; ++k) {
    tile[l] = in[(id + k) % get_global_size(0)] + sum % 10;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 3; ++i)
      sum += tile[(l + i) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[id] = sum;
}
