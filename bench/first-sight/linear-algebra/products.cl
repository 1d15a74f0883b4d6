// Products of sparse and banded matrices with a vector.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void sparse_rows_csr(global const int *rowBegin, global const int *column, global const float *value,
                            global const float *x, global float *y, int rows) {
  int row = get_global_id(0);
  if (row < rows) {
    float sum = 0.0f;
    for (int k = rowBegin[row]; k < rowBegin[row + 1]; k++)
      sum += value[k] * x[column[k]];
    y[row] = sum;
  }
}

#define LANES 32

// Thirty-two neighbouring work-items share a row and add their sums in a tree.
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
sparse_groups_csr(global const uint *restrict rowBegin, global const uint *restrict column,
                  global const double *restrict value, global const double *restrict x, global double *restrict y) {
  local double partial[128];
  const uint id = get_local_id(0), lane = id % LANES;
  const uint row = get_global_id(0) / LANES;
  double sum = 0.0;
  for (uint k = rowBegin[row] + lane; k < rowBegin[row + 1]; k += LANES)
    sum += value[k] * x[column[k]];
  partial[id] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = LANES / 2; step > 0; step /= 2) {
    if (lane < step)
      partial[id] += partial[id + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0)
    y[row] = partial[id];
}

// Rows of equal width, the k-th elements of all rows together; a negative column is padding.
kernel void sparse_ell(global const int *restrict column, global const float *restrict value,
                       global const float *restrict x, global float *restrict y, int width) {
  const int row = get_global_id(0), rows = get_global_size(0);
  float sum = 0.0f;
  for (int k = 0; k < width; ++k) {
    int c = column[k * rows + row];
    if (c >= 0)
      sum = fma(value[k * rows + row], x[c], sum);
  }
  y[row] = sum;
}

// Diagonals at any distances from the main one.
kernel void banded_diagonals(global const float *diagonals, constant int *offset, int bands, global const float *x,
                             global float *y, int n) {
  int row = get_global_id(0);
  if (row >= n)
    return;
  float sum = 0.0f;
  for (int d = 0; d < bands; d++) {
    int column = row + offset[d];
    if (column >= 0 && column < n)
      sum += diagonals[d * n + row] * x[column];
  }
  y[row] = sum;
}
