// Sorts each group's values in local memory; two nested loops with a barrier in the inner one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void bitonic_sort(global int *data, local int *tile) {
  uint l = get_local_id(0), size = get_local_size(0);
  tile[l] = data[get_global_id(0)];
  for (uint block = 2; block <= size; block *= 2)
    for (uint stride = block / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint partner = l ^ stride;
      if (partner > l) {
        bool up = (l & block) == 0;
        int a = tile[l], b = tile[partner];
        if ((a > b) == up) {
          tile[l] = b;
          tile[partner] = a;
        }
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tile[l];
}
