// The same in three dimensions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_three_dimensions(global const int *in, global int *out, local int *tile) {
  size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
  size_t w = get_local_size(0), h = get_local_size(1), d = get_local_size(2);
  size_t g = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  tile[(z * h + y) * w + x] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tile[((d - 1 - z) * h + (h - 1 - y)) * w + (w - 1 - x)];
}
