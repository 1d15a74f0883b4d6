// A rotation about the picture's middle with a linear filter; what comes from beyond the edge is the border colour.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void image_bilinear_rotation(read_only image2d_t in, global float4 *out, float cosine, float sine) {
  const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
  const int x = get_global_id(0), y = get_global_id(1);
  const float2 middle = convert_float2(get_image_dim(in)) * 0.5f;
  const float2 p = (float2)(x + 0.5f, y + 0.5f) - middle;
  const float2 from = (float2)(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y) + middle;
  out[y * get_image_width(in) + x] = read_imagef(in, sampler, from);
}
