// Rows of each work-item whose elements depend on those before: from the first on, two rows in one loop; from the last
// on; on one a number of elements away that isn't known; and both halves of a row, filled in one loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void own_row_recurrences(global T *x, global T *b, global const T *a, global T *back, global T *away,
                                global T *halves, int length, int distance, int count) {
  const int id = get_global_id(0);
  if (id >= count)
    return;
  const int row = id * length;
  for (int i = 1; i < length; ++i) {
    x[row + i] = (x[row + i] + x[row + i - 1] * a[row + i]) / 2;
    b[row + i] = (b[row + i] + b[row + i - 1] * a[row + i] + a[row + i - 1]) / 2;
  }
  for (int i = 0; i < length - 2; ++i)
    back[row + length - i - 2] = (back[row + length - 2 - i] + back[row + length - i - 1] * a[row + length - i - 3]) / 2;
  global T *own = away + id * (length + distance);
  for (int i = 0; i < length; ++i)
    own[i + distance] = own[i] / 2 + a[row + i];
  const int middle = length / 2;
  for (int i = 0; i < middle; ++i) {
    const T first = a[row + 2 * i], second = a[row + 2 * i + 1];
    halves[row + i] = first + second;
    halves[row + middle + i] = first * 2 + second;
  }
}
