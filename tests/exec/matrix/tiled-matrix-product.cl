// Matrix product by square tiles in local memory, two barriers per step.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define TILE 8

kernel void tiled_matrix_product(global const float *a, global const float *b, global float *c, int inner) {
  local float tile_a[TILE][TILE];
  local float tile_b[TILE][TILE];
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  int lx = get_local_id(0), ly = get_local_id(1);
  float sum = 0;
  for (int first = 0; first < inner; first += TILE) {
    tile_a[ly][lx] = a[y * inner + first + lx];
    tile_b[ly][lx] = b[(first + ly) * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += tile_a[ly][k] * tile_b[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * width + x] = sum;
}
