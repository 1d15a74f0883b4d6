// Kernels for one dimension that compute two or three of it, as the layers of neural networks are written: the columns
// that a convolution becomes a matrix product with, a number added to each plane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void window_columns(__global const float *image, __global float *columns, int count, int width, int height,
                             int window, int padding) {
  const int i = get_global_id(0);
  if (i >= count)
    return;
  const int x = i % width, y = i / width % height, plane = i / (width * height);
  __global float *out = columns + plane * window * window * width * height + y * width + x;
  for (int v = 0; v < window; ++v)
    for (int u = 0; u < window; ++u) {
      const int column = x + u - padding, row = y + v - padding;
      const bool isInside = column >= 0 && column < width && row >= 0 && row < height;
      *out = isInside ? image[(plane * height + row) * width + column] : 0.0f;
      out += width * height;
    }
}

__kernel void plane_offsets(__global const float *image, __global const float *offsets, __global float *result, int count,
                            int planeSize) {
  for (int i = get_global_id(0); i < count; i += get_global_size(0))
    result[i] = image[i] * 0.5f + offsets[i / planeSize];
}
