// A matrix whose rows dimension 0 numbers, and whose columns dimension ALONG does: the elements of a row are next to
// each other along that one. Ids are asked for in every way, and work-items exchange values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void columns_numbered_by_other_dimensions(global const int *a, global const int *b, global int *products,
                                              global int *neighbours, int inner, int rows, local int *exchange) {
  const int row = get_global_id(0) - get_global_offset(0);
  const int column = get_global_id(ALONG) - get_global_offset(ALONG);
  const int columns = get_global_size(ALONG);
  const int local_id = get_local_linear_id();
  const int items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  exchange[local_id] = 100 * get_local_id(ALONG) + get_local_id(0) + 10000 * get_group_id(ALONG);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int at = row * columns + column;
  neighbours[at] = exchange[(local_id + 1) % items];
  products[at] = -1;
  if (row >= rows)
    return;
  int sum = 0;
  for (int k = 0; k < inner; ++k)
    sum += a[row * inner + k] * b[k * columns + column];
  products[at] = sum;
}
