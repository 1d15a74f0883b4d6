// Images and samplers go through functions that are not inlined.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__attribute__((noinline)) float4 pick(read_only image2d_t from, sampler_t how, float2 where) {
  return read_imagef(from, how, where);
}

__attribute__((noinline)) float4 between(read_only image2d_t a, read_only image2d_t b, sampler_t how, float2 where) {
  return pick(a, how, where) - pick(b, how, where);
}

kernel void image_passed_to_functions(read_only image2d_t a, read_only image2d_t b, sampler_t how,
                                      global float4 *out) {
  const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  const float2 where = (float2)((x + 0.5f) / width, (y + 0.5f) / get_global_size(1));
  out[y * width + x] = between(a, b, how, where);
}
