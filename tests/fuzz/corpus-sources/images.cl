// Images, samplers, structures by value, vectors, printf.
struct settings { float4 scale; int2 offset; uchar flags[3]; };
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
kernel void images(read_only image2d_t in, write_only image2d_t out, sampler_t other, struct settings s) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 texel = read_imagef(in, linear, convert_float2(at + s.offset)) * s.scale;
  if (s.flags[1] != 0)
    texel = read_imagef(in, other, convert_float2(at)).wzyx;
  if (texel.x > 1e30f)
    printf("%d %v4f\n", at.x, texel);
  write_imagef(out, at, texel);
}
