// Sobel gradients of image objects: of normalised bytes with the border repeated, and of unsigned bytes with a border of zeros.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant sampler_t edgeSampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void sobel_image_unorm(read_only image2d_t src, write_only image2d_t dst, int width, int height) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (at.x >= width || at.y >= height)
    return;
  float p00 = read_imagef(src, edgeSampler, at + (int2)(-1, -1)).x;
  float p01 = read_imagef(src, edgeSampler, at + (int2)(0, -1)).x;
  float p02 = read_imagef(src, edgeSampler, at + (int2)(1, -1)).x;
  float p10 = read_imagef(src, edgeSampler, at + (int2)(-1, 0)).x;
  float p12 = read_imagef(src, edgeSampler, at + (int2)(1, 0)).x;
  float p20 = read_imagef(src, edgeSampler, at + (int2)(-1, 1)).x;
  float p21 = read_imagef(src, edgeSampler, at + (int2)(0, 1)).x;
  float p22 = read_imagef(src, edgeSampler, at + (int2)(1, 1)).x;
  float gx = (p02 - p00) + 2.0f * (p12 - p10) + (p22 - p20);
  float gy = (p20 - p00) + 2.0f * (p21 - p01) + (p22 - p02);
  write_imagef(dst, at, (float4)(sqrt(gx * gx + gy * gy), 0.0f, 0.0f, 1.0f));
}

constant int across[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
constant int down[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};

kernel void sobel_image_uint(read_only image2d_t src, write_only image2d_t dst) {
  const sampler_t zeroSampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  int x = get_global_id(0), y = get_global_id(1);
  int gx = 0, gy = 0;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) {
      int p = read_imageui(src, zeroSampler, (int2)(x + i - 1, y + j - 1)).x;
      gx += across[j][i] * p;
      gy += down[j][i] * p;
    }
  write_imageui(dst, (int2)(x, y), (uint4)(min(abs(gx) + abs(gy), 255u), 0, 0, 0));
}
