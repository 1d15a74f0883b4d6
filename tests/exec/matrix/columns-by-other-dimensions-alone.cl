// As columns-numbered-by-other-dimensions, but the work-items can't tell how the range was cut into groups. One of them
// has the elements above, below and beside its own within a guard, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void columns_by_other_dimensions_alone(global const int *a, global const int *b, global int *products,
                                              global int *crosses, int inner) {
  const int row = get_global_id(0) - get_global_offset(0);
  const int column = get_global_id(ALONG) - get_global_offset(ALONG);
  const int rows = get_global_size(0), columns = get_global_size(ALONG);
  const int at = row * columns + column;
  int sum = 0;
  for (int k = 0; k < inner; ++k)
    sum += a[row * inner + k] * b[k * columns + column];
  products[at] = sum;
  crosses[at] = -1;
  if (row > 0 && column > 0 && row < rows - 1 && column < columns - 1)
    crosses[at] = b[at - columns] + 2 * b[at - 1] + 3 * b[at] + 4 * b[at + 1] + 5 * b[at + columns];
}
