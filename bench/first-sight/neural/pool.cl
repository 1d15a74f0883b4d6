// Pooling: the greatest of 2 by 2 floats in planes (NCHW), and the mean of 3 by 3 bytes of interleaved channels (NHWC).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void max_pool_2x2_nchw(global const float *input, global float *output, int inputWidth, int inputHeight,
                              int outputWidth, int outputHeight) {
  int x = get_global_id(0), y = get_global_id(1), c = get_global_id(2);
  if (x >= outputWidth || y >= outputHeight)
    return;
  float most = -FLT_MAX;
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 2; i++)
      most = fmax(most, input[(c * inputHeight + 2 * y + j) * inputWidth + 2 * x + i]);
  output[(c * outputHeight + y) * outputWidth + x] = most;
}

kernel void avg_pool_3x3_nhwc_uchar(global const uchar *input, global uchar *output, int width, int height,
                                    int channels) {
  int c = get_global_id(0), x = get_global_id(1), y = get_global_id(2);
  int x0 = max(2 * x - 1, 0), x1 = min(2 * x + 2, width);
  int y0 = max(2 * y - 1, 0), y1 = min(2 * y + 2, height);
  uint sum = 0, count = (x1 - x0) * (y1 - y0);
  for (int iy = y0; iy < y1; iy++)
    for (int ix = x0; ix < x1; ix++)
      sum += input[(iy * width + ix) * channels + c];
  output[(y * get_global_size(1) + x) * channels + c] = (sum + count / 2) / count;
}
