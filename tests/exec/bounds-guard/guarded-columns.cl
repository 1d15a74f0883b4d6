// Work-items that a bounds guard lets in sum up a column of a matrix each, in groups of few and of many packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_columns(global const int *in, global float *sums, int width, int rows) {
  const int column = get_global_id(0);
  if (column >= width)
    return;
  float sum = 0;
  for (int row = 0; row < rows; ++row)
    sum += in[row * width + column];
  sums[column] = sum;
}
