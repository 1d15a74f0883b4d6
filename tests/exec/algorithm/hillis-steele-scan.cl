// Inclusive scan of a group of any size, doubling the distance each turn.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void hillis_steele_scan(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int sum = in[get_global_id(0)];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t distance = 1; distance < size; distance *= 2) {
    if (l >= distance)
      sum += tile[l - distance];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
