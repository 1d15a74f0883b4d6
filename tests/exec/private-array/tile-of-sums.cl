// A tile of sums lives through a loop with barriers, which work-items run as often as the matrix is long.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WIDTH 4
#define SUMS 3
kernel void tile_of_sums(global const float *a, global const float *b, global float *c, int inner, int columns) {
  local float tileA[WIDTH * SUMS][WIDTH], tileB[WIDTH][WIDTH * SUMS];
  const int x = get_local_id(0), y = get_local_id(1);
  const int firstColumn = get_group_id(0) * WIDTH * SUMS, firstRow = get_group_id(1) * WIDTH * SUMS;
  float sums[SUMS][SUMS] = {{0}};
  for (int start = 0; start < inner; start += WIDTH) {
    for (int i = 0; i < SUMS; ++i) {
      tileA[y + i * WIDTH][x] = a[(firstRow + y + i * WIDTH) * inner + start + x];
      tileB[y][x + i * WIDTH] = b[(start + y) * columns + firstColumn + x + i * WIDTH];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < WIDTH; ++k) {
      float row[SUMS], column[SUMS];
      for (int i = 0; i < SUMS; ++i) {
        row[i] = tileA[y + i * WIDTH][k];
        column[i] = tileB[k][x + i * WIDTH];
      }
      for (int i = 0; i < SUMS; ++i)
        for (int j = 0; j < SUMS; ++j)
          sums[i][j] += row[i] * column[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < SUMS; ++i)
    for (int j = 0; j < SUMS; ++j)
      c[(firstRow + y + i * WIDTH) * columns + firstColumn + x + j * WIDTH] = sums[i][j];
}
