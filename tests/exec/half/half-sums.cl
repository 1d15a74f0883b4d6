// Sums and products of several halfs: no operation keeps more than a half between two.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void half_sums(global const half *in, global half *out) {
  size_t i = get_global_id(0);
  in += 4 * i;
  half sum = 0.0h;
  for (int k = 0; k < 4; ++k)
    sum += in[k];
  out[2 * i] = sum;
  out[2 * i + 1] = in[0] * in[1] + in[2] * in[3];
}
