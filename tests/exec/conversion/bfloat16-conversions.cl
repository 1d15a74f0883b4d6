// Between float and bfloat16, rounded to nearest with ties to even, alone and in vectors; NaNs stay NaNs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void bfloat16_conversions(global const float *in, global ushort *out, global float *back, global int *nans) {
  const size_t i = get_global_id(0);
  const float x = in[i];
  out[8 * i] = intel_convert_bfloat16_as_ushort(x);
  vstore2(intel_convert_bfloat162_as_ushort2((float2)(x, -x)), 0, out + 8 * i + 1);
  vstore3(intel_convert_bfloat163_as_ushort3((float3)(x, -x, x)), 0, out + 8 * i + 3);
  const ushort16 many = intel_convert_bfloat1616_as_ushort16((float16)(x));
  vstore2(many.sf0 + intel_convert_bfloat168_as_ushort8((float8)(0.0f)).s70, 0, out + 8 * i + 6);
  const ushort4 four = intel_convert_bfloat164_as_ushort4((float4)(x, 1.0f, -x, 2.0f));
  vstore4(intel_convert_as_bfloat164_float4(four), i, back);
  const ushort nan = intel_convert_bfloat16_as_ushort(as_float(0x7F800001u + (uint)i));
  nans[i] = isnan(intel_convert_as_bfloat16_float(nan));
}
