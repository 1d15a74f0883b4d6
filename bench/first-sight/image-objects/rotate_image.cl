// Rotation of RGBA image objects about their centre: filtered from normalised bytes, and of the nearest unsigned pixels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void rotate_image_linear(read_only image2d_t src, write_only image2d_t dst, float cosine, float sine) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (at.x >= get_image_width(dst) || at.y >= get_image_height(dst))
    return;
  float2 centre = convert_float2(get_image_dim(src)) * 0.5f;
  float2 d = convert_float2(at) + 0.5f - centre;
  float2 from = (float2)(d.x * cosine - d.y * sine, d.x * sine + d.y * cosine) + centre;
  write_imagef(dst, at, read_imagef(src, linear, from));
}

kernel void rotate_image_nearest(read_only image2d_t src, write_only image2d_t dst, float cosine, float sine,
                                 float centreX, float centreY) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  const float dx = x + 0.5f - centreX;
  const float dy = y + 0.5f - centreY;
  const float2 from = (float2)(dx * cosine - dy * sine + centreX, dx * sine + dy * cosine + centreY);
  uint4 pixel = read_imageui(src, nearest, from);
  write_imageui(dst, (int2)(x, y), pixel);
}
