// A tile in two dimensions, read back upside down and mirrored.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_two_dimensions(global const int *in, global int *out, local int *tile) {
  size_t x = get_local_id(0), y = get_local_id(1), width = get_local_size(0), height = get_local_size(1);
  size_t g = get_global_id(1) * get_global_size(0) + get_global_id(0);
  tile[y * width + x] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tile[(height - 1 - y) * width + (width - 1 - x)];
}
