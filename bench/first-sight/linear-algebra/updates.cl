// Updates of a matrix by products of vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Row by row.
kernel void rank1_update_double(global double *a, global const double *x, global const double *y, double alpha, int rows,
                                int columns) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (column < columns && row < rows)
    a[row * columns + column] += alpha * x[row] * y[column];
}

// Column by column, the lower triangle of a symmetric matrix.
kernel void rank2_update_lower(global float *restrict a, global const float *restrict x,
                               global const float *restrict y) {
  const size_t row = get_global_id(0), column = get_global_id(1), n = get_global_size(0);
  if (row < column)
    return;
  a[column * n + row] += x[row] * y[column] + y[row] * x[column];
}
