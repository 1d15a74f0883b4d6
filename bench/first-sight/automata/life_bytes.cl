// Conway's life with one byte for each cell: on a torus of any size, and with dead borders from a tile in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void life_bytes_wrapped(global const uchar *cells, global uchar *next, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx != 0 || dy != 0)
        neighbours += cells[((y + dy + height) % height) * width + (x + dx + width) % width];
  uchar alive = cells[y * width + x];
  next[y * width + x] = neighbours == 3 || (alive && neighbours == 2) ? 1 : 0;
}

#define W 32
#define H 8

kernel __attribute__((reqd_work_group_size(W, H, 1))) void life_bytes_local(global const uchar *restrict cells,
                                                                            global uchar *restrict next) {
  local uchar tile[H + 2][W + 2];
  const int width = get_global_size(0), height = get_global_size(1);
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int left = get_group_id(0) * W - 1, top = get_group_id(1) * H - 1;
  for (int k = ly * W + lx; k < (W + 2) * (H + 2); k += W * H) {
    int x = left + k % (W + 2), y = top + k / (W + 2);
    tile[k / (W + 2)][k % (W + 2)] = x >= 0 && x < width && y >= 0 && y < height ? cells[y * width + x] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uchar sum = tile[ly][lx] + tile[ly][lx + 1] + tile[ly][lx + 2] + tile[ly + 1][lx] + tile[ly + 1][lx + 2] +
              tile[ly + 2][lx] + tile[ly + 2][lx + 1] + tile[ly + 2][lx + 2];
  next[(top + 1 + ly) * width + left + 1 + lx] = (sum | tile[ly + 1][lx + 1]) == 3;
}
