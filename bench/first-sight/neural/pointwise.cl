// Pointwise (1 by 1) convolution: four output planes for each work-item (NCHW), and tiles in local memory (NHWC).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The weights are stored by input channel: weights[input][output].
kernel void pointwise_nchw(global const float *input, global const float *weights, global float *output, int pixels,
                           int inputs, int outputs) {
  int pixel = get_global_id(0);
  int first = get_global_id(1) * 4;
  if (pixel >= pixels)
    return;
  float4 sum = (float4)(0.0f);
  for (int i = 0; i < inputs; i++)
    sum += input[i * pixels + pixel] * vload4(0, weights + i * outputs + first);
  output[(first + 0) * pixels + pixel] = sum.x;
  output[(first + 1) * pixels + pixel] = sum.y;
  output[(first + 2) * pixels + pixel] = sum.z;
  output[(first + 3) * pixels + pixel] = sum.w;
}

#define TILE 16

kernel void pointwise_nhwc_local(global const float *input, global const float *weights, global const float *bias,
                                 global float *output, int inputs, int outputs) {
  local float pixelTile[TILE][TILE];
  local float weightTile[TILE][TILE];
  int lx = get_local_id(0), ly = get_local_id(1);
  int channel = get_global_id(0), pixel = get_global_id(1);
  float sum = bias[channel];
  for (int base = 0; base < inputs; base += TILE) {
    pixelTile[ly][lx] = input[pixel * inputs + base + lx];
    weightTile[ly][lx] = weights[(base + ly) * outputs + channel];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++)
      sum += pixelTile[ly][k] * weightTile[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  output[pixel * outputs + channel] = max(sum, 0.0f);
}
