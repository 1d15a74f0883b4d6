// Gaussian blur by 5 by 5 weights: of interleaved RGB bytes in integers, and of floats by rows and columns in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant int weights[5] = {1, 4, 6, 4, 1};

kernel void gauss_5x5_rgb_clamped(global const uchar *src, global uchar *dst, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int3 sum = (int3)(128);
  for (int j = 0; j < 5; j++) {
    int sy = min(max(y + j - 2, 0), height - 1);
    for (int i = 0; i < 5; i++) {
      int sx = min(max(x + i - 2, 0), width - 1);
      sum += weights[i] * weights[j] * convert_int3(vload3(sy * width + sx, src));
    }
  }
  vstore3(convert_uchar3(sum >> 8), y * width + x, dst);
}

#define W 32
#define H 8

kernel void gauss_5x5_float_local(global const float *restrict src, global float *restrict dst, int pitch) {
  local float pixels[H + 4][W + 4];
  local float rows[H + 4][W];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int width = get_global_size(0), height = get_global_size(1);
  const int left = get_group_id(0) * W - 2, top = get_group_id(1) * H - 2;

  for (int k = ly * W + lx; k < (H + 4) * (W + 4); k += W * H) {
    int j = k / (W + 4), i = k % (W + 4);
    pixels[j][i] = src[clamp(top + j, 0, height - 1) * pitch + clamp(left + i, 0, width - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int j = ly; j < H + 4; j += H)
    rows[j][lx] = 0.0625f * (pixels[j][lx] + pixels[j][lx + 4]) + 0.25f * (pixels[j][lx + 1] + pixels[j][lx + 3]) +
                  0.375f * pixels[j][lx + 2];
  barrier(CLK_LOCAL_MEM_FENCE);

  dst[(top + 2 + ly) * pitch + left + 2 + lx] = 0.0625f * (rows[ly][lx] + rows[ly + 4][lx]) +
                                                0.25f * (rows[ly + 1][lx] + rows[ly + 3][lx]) + 0.375f * rows[ly + 2][lx];
}
