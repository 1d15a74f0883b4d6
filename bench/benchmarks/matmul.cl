// C = A * B, n by n, n a multiple of the tile's width: straight from memory in the ways that people write it, through
// tiles in local memory, and with a tile of sums in registers. And A times its transpose.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WIDTH 16

__kernel void naive(__global const float *a, __global const float *b, __global float *c, int n) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__kernel void tiled(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float tileA[WIDTH][WIDTH];
  __local float tileB[WIDTH][WIDTH];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  float sum = 0.0f;
  for (int start = 0; start < n; start += WIDTH) {
    tileA[y][x] = a[row * n + start + x];
    tileB[y][x] = b[(start + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < WIDTH; ++k)
      sum += tileA[y][k] * tileB[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

/// For any n.
__kernel void guarded(__global const float *a, __global const float *b, __global float *c, int n) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  if (row >= n || column >= n)
    return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

/// The same, and the sum stays in global memory.
__kernel void in_memory(__global const float *a, __global const float *b, __global float *c, int n) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  if (row >= n || column >= n)
    return;
  c[row * n + column] = 0.0f;
  for (int k = 0; k < n; ++k)
    c[row * n + column] += a[row * n + k] * b[k * n + column];
}

/// Dimension 0 along the rows.
__kernel void swapped(__global const float *a, __global const float *b, __global float *c, int n) {
  const int row = get_global_id(0);
  const int column = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

/// A times its transpose; b is not used.
__kernel void by_transpose(__global const float *a, __global const float *b, __global float *c, int n) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * a[column * n + k];
  c[row * n + column] = sum;
}

#define SUMS 4

/// SUMS by SUMS sums in registers for each work-item, as kernels tuned for GPUs have them.
__kernel void registers(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float tileA[WIDTH][WIDTH * SUMS];
  __local float tileB[WIDTH][WIDTH * SUMS];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int firstColumn = get_group_id(0) * WIDTH * SUMS;
  const int firstRow = get_group_id(1) * WIDTH * SUMS;
  float sums[SUMS][SUMS];
  for (int i = 0; i < SUMS; ++i)
    for (int j = 0; j < SUMS; ++j)
      sums[i][j] = 0.0f;
  for (int start = 0; start < n; start += WIDTH) {
    for (int i = 0; i < SUMS; ++i) {
      tileA[x][y + i * WIDTH] = a[(firstRow + y + i * WIDTH) * n + start + x];
      tileB[y][x + i * WIDTH] = b[(start + y) * n + firstColumn + x + i * WIDTH];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < WIDTH; ++k) {
      float column[SUMS], row[SUMS];
      for (int i = 0; i < SUMS; ++i) {
        row[i] = tileA[k][y + i * WIDTH];
        column[i] = tileB[k][x + i * WIDTH];
      }
      for (int i = 0; i < SUMS; ++i)
        for (int j = 0; j < SUMS; ++j)
          sums[i][j] += row[i] * column[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < SUMS; ++i)
    for (int j = 0; j < SUMS; ++j)
      c[(firstRow + y + i * WIDTH) * n + firstColumn + x + j * WIDTH] = sums[i][j];
}
