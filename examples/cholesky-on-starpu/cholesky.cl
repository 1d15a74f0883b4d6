// The steps of a tiled Cholesky factorisation. A tile has n times n numbers, row behind row.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tile becomes its own lower factor. One work-group of n work-items, each with a row.
__kernel void factorise(__global double *tile, uint n) {
  const uint row = get_local_id(0);
  for (uint step = 0; step < n; ++step) {
    if (row == step)
      tile[step * n + step] = sqrt(tile[step * n + step]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (row > step)
      tile[row * n + step] /= tile[step * n + step];
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (uint column = step + 1; column <= row; ++column)
      tile[row * n + column] -= tile[row * n + step] * tile[column * n + step];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  for (uint column = row + 1; column < n; ++column)
    tile[row * n + column] = 0;
}

// `tile` becomes X of X * transpose(factor) = tile. A work-item for each row.
__kernel void solve(__global const double *factor, __global double *tile, uint n) {
  __global double *row = tile + get_global_id(0) * n;
  for (uint column = 0; column < n; ++column) {
    double rest = row[column];
    for (uint k = 0; k < column; ++k)
      rest -= row[k] * factor[column * n + k];
    row[column] = rest / factor[column * n + column];
  }
}

// tile -= left * transpose(right). A work-item for each number.
__kernel void update(__global const double *left, __global const double *right, __global double *tile, uint n) {
  const uint column = get_global_id(0), row = get_global_id(1);
  double sum = 0;
  for (uint k = 0; k < n; ++k)
    sum += left[row * n + k] * right[column * n + k];
  tile[row * n + column] -= sum;
}
