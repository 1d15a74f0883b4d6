// Bilateral filter of 5 by 5 pixels: of an RGBA float image, and of grey normalised bytes into a buffer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void bilateral_image_rgba(read_only image2d_t src, write_only image2d_t dst, float spatial, float range) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (any(at >= get_image_dim(src)))
    return;
  float4 centre = read_imagef(src, edge, at);
  float4 sum = 0.0f;
  float weights = 0.0f;
  for (int dy = -2; dy <= 2; dy++)
    for (int dx = -2; dx <= 2; dx++) {
      float4 p = read_imagef(src, edge, at + (int2)(dx, dy));
      float3 d = p.xyz - centre.xyz;
      float w = exp(-(dx * dx + dy * dy) * spatial - dot(d, d) * range);
      sum += p * w;
      weights += w;
    }
  write_imagef(dst, at, sum / weights);
}

kernel void bilateral_image_gray(read_only image2d_t src, global float *dst, constant float *spatial, float range) {
  const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  const float centre = read_imagef(src, edge, (int2)(x, y)).x;
  float sum = 0.0f, weights = 0.0f;
  for (int k = 0; k < 25; k++) {
    float p = read_imagef(src, edge, (int2)(x + k % 5 - 2, y + k / 5 - 2)).x;
    float d = p - centre;
    float w = spatial[k] * exp(-d * d * range);
    sum = fma(p, w, sum);
    weights += w;
  }
  dst[y * width + x] = sum / weights;
}
