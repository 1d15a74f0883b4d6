// Sums along the rows and the columns of a matrix, and dot products of bytes, each by one work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void column_sums(__global const float *matrix, __global float *sums, int rows, int columns) {
  const int column = get_global_id(0);
  if (column >= columns)
    return;
  float sum = 0.0f;
  for (int row = 0; row < rows; ++row)
    sum += matrix[row * columns + column];
  sums[column] = sum;
}

__kernel void row_sums(__global const float *matrix, __global float *sums, int rows, int columns) {
  const int row = get_global_id(0);
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (int column = 0; column < columns; ++column)
    sum += matrix[row * columns + column];
  sums[row] = sum;
}

__kernel void dot_bytes(__global const char4 *a, __global const char4 *b, __global int *products, int quads) {
  const int id = get_global_id(0);
  int sum = 0;
  for (int i = 0; i < quads; ++i) {
    const char4 x = a[id * quads + i];
    const char4 y = b[i];
    sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
  }
  products[id] = sum;
}
