// A private matrix: filled, transposed in place, summed by rows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void two_dimensional_private_array(global const int *in, global int *out) {
  int m[4][4];
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x)
      m[y][x] = in[get_global_id(0)] * y + x;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < y; ++x) {
      int swapped = m[y][x];
      m[y][x] = m[x][y];
      m[x][y] = swapped;
    }
  int row = in[get_global_id(0)] & 3;
  out[get_global_id(0)] = m[row][0] + m[row][1] * 10 + m[row][2] * 100 + m[row][3] * 1000;
}
