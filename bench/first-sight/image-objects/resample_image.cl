// Filtered reads at normalised coordinates: resizing of a float image, and a texture that repeats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant sampler_t clamped = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
constant sampler_t repeated = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void resize_image_float(read_only image2d_t src, write_only image2d_t dst, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) {
    float2 uv = (float2)((x + 0.5f) / width, (y + 0.5f) / height);
    write_imagef(dst, (int2)(x, y), read_imagef(src, clamped, uv));
  }
}

kernel void tile_image_repeat(read_only image2d_t texture, write_only image2d_t target, float scale, float shiftX,
                              float shiftY) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float2 uv = convert_float2(at) * scale + (float2)(shiftX, shiftY);
  float4 color = read_imagef(texture, repeated, uv);
  color.w = 1.0f;
  write_imagef(target, at, color);
}
