// Images as kernels use them most: a rotation with a linear filter, a 5x5 convolution, rays through a volume.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__constant float weights[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};

__kernel void turn(__read_only image2d_t in, __write_only image2d_t out, float cosine, float sine) {
  const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 middle = convert_float2(get_image_dim(in)) * 0.5f;
  const float2 p = convert_float2(at) + 0.5f - middle;
  const float2 from = (float2)(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y) + middle;
  write_imagef(out, at, read_imagef(in, sampler, from));
}

__kernel void convolve(__read_only image2d_t in, __write_only image2d_t out) {
  const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += read_imagef(in, sampler, at + (int2)(dx, dy)) * (weights[dy + 2] * weights[dx + 2]);
  write_imagef(out, at, sum);
}

// Adds up what a ray meets that enters at the pixel and leaves, turned by a sixteenth, on the other side.
__kernel void rays(__read_only image3d_t volume, __global float *out, sampler_t sampler, int steps) {
  const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  const float u = (x + 0.5f) / width, v = (y + 0.5f) / get_global_size(1);
  float sum = 0;
  for (int step = 0; step < steps; ++step) {
    const float w = (step + 0.5f) / steps;
    sum += read_imagef(volume, sampler, (float4)(u + 0.0625f * w, v - 0.0625f * w, w, 0)).x;
  }
  out[y * width + x] = sum;
}
