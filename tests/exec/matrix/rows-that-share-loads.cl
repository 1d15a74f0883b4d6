// Work-items of neighbouring rows load the same: taps of a stencil in local memory, columns of a matrix, a place that
// all of them count in; and each row has what is its own: a loop's end, values across barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define LARGEST 18

kernel void rows_that_share_loads(global const int *in, global const int *columns, global const int *bounds,
                                  global int *taps, global long *sums, global int *total, int steps) {
  local int tile[LARGEST][LARGEST];
  const int x = get_local_id(0), y = get_local_id(1);
  const int width = get_local_size(0), height = get_local_size(1);
  const int column = get_global_id(0), row = get_global_id(1), pitch = get_global_size(0);
  tile[y + 1][x + 1] = in[row * pitch + column];
  if (y == 0) {
    tile[0][x + 1] = 100 + x;
    tile[height + 1][x + 1] = 200 + x;
  }
  if (x == 0) {
    tile[y + 1][0] = 300 + y;
    tile[y + 1][width + 1] = 400 + y;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int cross = tile[y][x + 1] + 2 * tile[y + 1][x] + 3 * tile[y + 1][x + 2] + 5 * tile[y + 2][x + 1] +
                    7 * tile[y + 1][x + 1];
  atomic_add(total, cross);
  barrier(CLK_LOCAL_MEM_FENCE);
  long sum = cross;
  for (int k = 0; k < steps && bounds[k] != 0; ++k) {
    const int factor = in[row * pitch + k % pitch];
    sum += (long)factor * columns[k * pitch + column];
    if (k % 3 == 1)
      sum -= tile[y + 1][x + 1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // As many steps as the row's number says.
  for (int k = 0; k < row % 4; ++k)
    sum += columns[k * pitch + column];
  taps[row * pitch + column] = cross;
  sums[row * pitch + column] = sum;
}
