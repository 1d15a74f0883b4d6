// Work-items of one dimension that the kernel itself puts into rows and planes, by numbers that it is given. Rows of
// `source` are longer than they need be; neighbours are asked for where the row has them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void ids_divided_into_rows(global const int *source, global int *out, int n, int first, int width, int height,
                                  int pitch) {
  const int i = get_global_id(0) - first;
  if (i < 0 || i >= n)
    return;
  const int x = i % width, y = i / width % height, z = i / (width * height);
  global const int *row = source + (z * height + y) * pitch;
  int value = row[x] * 4 + y;
  if (x > 0)
    value += row[x - 1];
  if (x < width - 1 && y != 1)
    value -= row[x + 1] * 2;
  for (int k = 0; k < y % 3; ++k)
    value = value * 3 + row[(x + k) % pitch];
  const size_t place = get_global_id(1) * get_global_size(0) + i;
  out[place] = value + z * 1000;
}
