// Steps of the wave equation with differences of the eighth order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two dimensions, from global memory; the step before becomes the step after.
kernel void wave_2d_double(global const double *now, global double *before, global const double *velocity, int width,
                           int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= 4 && x < width - 4 && y >= 4 && y < height - 4) {
    const double c[5] = {-205.0 / 72.0, 8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0};
    int i = y * width + x;
    double sum = 2.0 * c[0] * now[i];
    for (int r = 1; r <= 4; r++)
      sum += c[r] * (now[i - r] + now[i + r] + now[i - r * width] + now[i + r * width]);
    before[i] = 2.0 * now[i] - before[i] + velocity[i] * sum;
  }
}

#define TILE_X 32
#define TILE_Y 8
#define REACH 4

// Three dimensions: a work-group walks along z with its plane in local memory and its column in registers.
kernel void wave_3d_tiled(global const float *restrict now, global float *restrict next, int pitch, int plane,
                          int depth) {
  local float tile[TILE_Y + 2 * REACH][TILE_X + 2 * REACH];
  const float c0 = -205.0f / 24.0f * 0.05f, c[4] = {0.08f, -0.01f, 0.05f * 8.0f / 315.0f, -0.05f / 560.0f};
  const int lx = get_local_id(0), ly = get_local_id(1);
  int at = (get_global_id(1) + REACH) * pitch + get_global_id(0) + REACH;
  float below[REACH], above[REACH], current;
  for (int r = 0; r < REACH; ++r)
    below[REACH - 1 - r] = now[at + r * plane];
  current = now[at + REACH * plane];
  for (int r = 0; r < REACH; ++r)
    above[r] = now[at + (REACH + 1 + r) * plane];
  at += REACH * plane;
  for (int z = 0; z < depth; ++z) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[ly + REACH][lx + REACH] = current;
    if (lx < REACH) {
      tile[ly + REACH][lx] = now[at - REACH];
      tile[ly + REACH][lx + TILE_X + REACH] = now[at + TILE_X];
    }
    if (ly < REACH) {
      tile[ly][lx + REACH] = now[at - REACH * pitch];
      tile[ly + TILE_Y + REACH][lx + REACH] = now[at + TILE_Y * pitch];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = c0 * current;
#pragma unroll
    for (int r = 1; r <= REACH; ++r)
      sum += c[r - 1] * (tile[ly + REACH][lx + REACH - r] + tile[ly + REACH][lx + REACH + r] +
                         tile[ly + REACH - r][lx + REACH] + tile[ly + REACH + r][lx + REACH] + below[r - 1] + above[r - 1]);
    next[at] = current + sum;
    if (z + 1 < depth) {
      for (int r = REACH - 1; r > 0; --r)
        below[r] = below[r - 1];
      below[0] = current;
      current = above[0];
      for (int r = 0; r < REACH - 1; ++r)
        above[r] = above[r + 1];
      at += plane;
      above[REACH - 1] = now[at + REACH * plane];
    }
  }
}
