// A two-dimensional local array, written by rows and read by columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_two_dimensional_array(global const int *in, global int *out) {
  local int tile[16][17];
  size_t x = get_local_id(0), y = get_local_id(1);
  size_t g = get_global_id(1) * get_global_size(0) + get_global_id(0);
  tile[y][x] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tile[x][y];
}
