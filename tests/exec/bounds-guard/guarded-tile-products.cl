// A product by tiles whose rows and columns are guarded in each trip, and the sums as well.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define TILE 8
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
guarded_tile_products(global const int *a, global const int *b, global int *out, int width, int height, int depth) {
  local int rows[TILE][TILE], columns[TILE][TILE];
  const int x = get_global_id(0), y = get_global_id(1), u = get_local_id(0), v = get_local_id(1);
  rows[v][u] = columns[v][u] = 0;
  int sum = 0;
  for (int k = 0; k < depth; k += TILE) {
    if (y < height)
      rows[v][u] = a[y * depth + k + u];
    if (x < width)
      columns[v][u] = b[(k + v) * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < width && y < height)
      for (int i = 0; i < TILE; ++i)
        sum += rows[v][i] * columns[i][u];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < width && y < height)
    out[y * width + x] = sum;
}
