// One direction of a Gaussian blur of nine weights: rows of 16-bit pixels in integers, and columns of RGBA normalised bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant uint binomial[9] = {1, 8, 28, 56, 70, 56, 28, 8, 1};

kernel void gauss_image_row_ushort(read_only image2d_t src, write_only image2d_t dst, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uint sum = 128;
  for (int i = 0; i < 9; i++)
    sum += binomial[i] * read_imageui(src, edge, (int2)(x + i - 4, y)).x;
  write_imageui(dst, (int2)(x, y), (uint4)(sum >> 8, 0, 0, 1));
}

kernel void gauss_image_column_rgba(read_only image2d_t src, write_only image2d_t dst, constant float *weights,
                                    int radius) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = (float4)(0.0f);
  for (int i = -radius; i <= radius; i++)
    sum += weights[i + radius] * read_imagef(src, edge, (int2)(at.x, at.y + i));
  write_imagef(dst, at, sum);
}
