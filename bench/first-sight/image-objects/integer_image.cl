// Integer reads of image objects: a Laplacian of 32-bit pixels without a sampler, and pixels moved by a map of offsets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void laplace_image_int(read_only image2d_t src, write_only image2d_t dst) {
  int w = get_image_width(src), h = get_image_height(src);
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h)
    return;
  int value = 0;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    value = read_imagei(src, (int2)(x - 1, y)).x + read_imagei(src, (int2)(x + 1, y)).x +
            read_imagei(src, (int2)(x, y - 1)).x + read_imagei(src, (int2)(x, y + 1)).x -
            4 * read_imagei(src, (int2)(x, y)).x;
  }
  write_imagei(dst, (int2)(x, y), (int4)(value, 0, 0, 0));
}

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void remap_image_offsets(read_only image2d_t src, read_only image2d_t offsets, write_only image2d_t dst) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  int2 move = read_imagei(offsets, edge, at).xy;
  write_imageui(dst, at, read_imageui(src, edge, at + move));
}
