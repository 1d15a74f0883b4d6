// Dilation: of 16-bit pixels by a cross with wrapped borders, and of bytes by a square of 7 by 7 from a tile in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define RADIUS 3
#define TILE 16

kernel void dilate_cross_wrapped(global const ushort *src, global ushort *dst, uint width, uint height) {
  uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  ushort best = src[y * width + x];
  for (uint d = 1; d <= RADIUS; d++) {
    best = max(best, src[y * width + (x + d) % width]);
    best = max(best, src[y * width + (x + width - d) % width]);
    best = max(best, src[((y + d) % height) * width + x]);
    best = max(best, src[((y + height - d) % height) * width + x]);
  }
  dst[y * width + x] = best;
}

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void dilate_7x7_local(global const uchar *src,
                                                                                  global uchar *dst, int width,
                                                                                  int height) {
  local uchar tile[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
  int lx = get_local_id(0), ly = get_local_id(1);
  int left = get_group_id(0) * TILE - RADIUS, top = get_group_id(1) * TILE - RADIUS;
  for (int j = ly; j < TILE + 2 * RADIUS; j += TILE)
    for (int i = lx; i < TILE + 2 * RADIUS; i += TILE)
      tile[j][i] = src[clamp(top + j, 0, height - 1) * width + clamp(left + i, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);

  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uchar best = 0;
  for (int j = 0; j <= 2 * RADIUS; j++)
    for (int i = 0; i <= 2 * RADIUS; i++)
      best = max(best, tile[ly + j][lx + i]);
  dst[y * width + x] = best;
}
