// Inner loops whose number of trips depends on the outer one's counter: sorting by exchanges, up and down, and a
// decomposition of a small matrix, whose three loops depend on each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void triangular_loops(global const int *in, global int *out, int count) {
  const int id = get_global_id(0);
  if (id >= count)
    return;
  int up[7], down[9];
  for (int i = 0; i < 7; ++i)
    up[i] = in[id + i];
  for (int i = 0; i < 9; ++i)
    down[i] = in[id + i];
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 6 - i; ++j)
      if (up[j] > up[j + 1]) {
        const int other = up[j];
        up[j] = up[j + 1];
        up[j + 1] = other;
      }
  for (int i = 0; i < 9; ++i)
    for (int j = i + 1; j < 9; ++j)
      if (down[j] > down[i]) {
        const int other = down[j];
        down[j] = down[i];
        down[i] = other;
      }
  int lower[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      lower[i][j] = up[(i + j) % 7] + down[i] * j;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j <= i; ++j) {
      for (int k = 0; k < j; ++k)
        lower[i][j] -= (lower[i][k] & 15) * (lower[j][k] & 15);
      lower[j][i] = lower[i][j] * (i + 2 * j);
    }
  int sum = up[3] * 100000 + down[1];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      sum = sum * 3 + lower[i][j];
  out[id] = sum;
}
