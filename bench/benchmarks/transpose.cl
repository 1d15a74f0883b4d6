// The transposed matrix: a tile is read by rows and written by rows, turned in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WIDTH 16

__kernel void transpose(__global const float *in, __global float *out, int n) {
  __local float tile[WIDTH][WIDTH + 1];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int left = get_group_id(0) * WIDTH;
  const int top = get_group_id(1) * WIDTH;
  tile[y][x] = in[(top + y) * n + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * n + top + x] = tile[x][y];
}
