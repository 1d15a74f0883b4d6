// Work-items of one dimension that the kernel itself puts into rows of 27, with a dimension beside it: values change places
// within their row, which the last one may not fill, and are compared with the next row's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_rows_that_the_kernel_counts(global const int *in, global int *out, local int *tiles) {
  const uint l = get_local_id(0), size = get_local_size(0), all = (size + 26) / 27 * 27;
  const uint row = l / 27, column = l % 27;
  const size_t place = (get_local_id(2) * 7 + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  local int *tile = tiles + get_local_id(1) * all;
  for (uint i = l; i < all; i += size)
    tile[i] = -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[row * 27 + column] = in[place];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int sum = tile[row * 27 + (column + 9) % 27] * 5 + tile[row * 27 + 26 - column] + (int)row;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[row * 27 + column % 3 * 9 + column / 3] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int difference = tile[row * 27 + column] - tile[(row * 27 + column + 27) % all];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (column + row < 20)
    tile[row * 27 + column / 9 * 9 + (column + 1) % 9] = difference;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = tile[row * 27 + column] * 3 + difference;
}
