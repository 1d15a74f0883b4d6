// A stencil of nine points: a group of 16x16 fetches its cells and those around them into local memory first. Cells
// beyond the edge are those at the edge.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WIDTH 16
#define TILE (WIDTH + 2)

__kernel void stencil(__global const float *in, __global float *out, int n, float middle, float side, float corner) {
  __local float tile[TILE][TILE];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int left = get_group_id(0) * WIDTH - 1;
  const int top = get_group_id(1) * WIDTH - 1;
  for (int row = y; row < TILE; row += WIDTH)
    for (int column = x; column < TILE; column += WIDTH)
      tile[row][column] = in[clamp(top + row, 0, n - 1) * n + clamp(left + column, 0, n - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  const float sides = tile[y][x + 1] + tile[y + 2][x + 1] + tile[y + 1][x] + tile[y + 1][x + 2];
  const float corners = tile[y][x] + tile[y][x + 2] + tile[y + 2][x] + tile[y + 2][x + 2];
  out[get_global_id(1) * n + get_global_id(0)] = middle * tile[y + 1][x + 1] + side * sides + corner * corners;
}
