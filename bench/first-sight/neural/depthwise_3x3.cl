// Depthwise 3 by 3 convolution: of planes (NCHW) with padding, and of interleaved channels (NHWC) with stride two and ReLU6.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void depthwise_3x3_nchw(global const float *restrict input, global const float *restrict filters,
                               global const float *restrict bias, global float *restrict output, int width, int height,
                               int channels) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int c = get_global_id(2);
  if (x >= width || y >= height || c >= channels)
    return;
  global const float *plane = input + c * height * width;
  float sum = bias[c];
  for (int ky = 0; ky < 3; ky++) {
    int iy = y + ky - 1;
    if (iy < 0 || iy >= height)
      continue;
    for (int kx = 0; kx < 3; kx++) {
      int ix = x + kx - 1;
      if (ix >= 0 && ix < width)
        sum += plane[iy * width + ix] * filters[c * 9 + ky * 3 + kx];
    }
  }
  output[(c * height + y) * width + x] = sum;
}

// The input has a border of one pixel of zeros on the right and below.
kernel void depthwise_3x3_nhwc_relu6(global const float *input, global const float *filters, global const float *bias,
                                     global float *output, int inputWidth) {
  const int c = get_global_id(0), ox = get_global_id(1), oy = get_global_id(2);
  const int channels = get_global_size(0), outputWidth = get_global_size(1);
  float sum = bias[c];
#pragma unroll
  for (int ky = 0; ky < 3; ky++)
#pragma unroll
    for (int kx = 0; kx < 3; kx++)
      sum = fma(input[((oy * 2 + ky) * inputWidth + ox * 2 + kx) * channels + c], filters[(ky * 3 + kx) * channels + c],
                sum);
  output[(oy * outputWidth + ox) * channels + c] = clamp(sum, 0.0f, 6.0f);
}
