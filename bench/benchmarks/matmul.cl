// C = A * B, n by n, n a multiple of the tile's width: straight from memory, and through tiles in local memory.
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
