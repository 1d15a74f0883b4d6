// fma on half rounds once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_fma(global const half *in, global half *out, global half *wide) {
  size_t i = get_global_id(0);
  out[i] = fma(in[3 * i], in[3 * i + 1], in[3 * i + 2]);
  half3 v = vload3(i, in);
  vstore3(fma(v, v.yzx, v.zxy), i, wide);
}
