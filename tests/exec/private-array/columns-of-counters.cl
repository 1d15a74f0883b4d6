// Counters of each work-item's own over a column of bytes, once in a loop and once by a guard in it, which start anew for
// each work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void columns_of_counters(global const uchar *in, global int *out, int rows) {
  const int id = get_global_id(0);
  const int items = get_global_size(0);
  int bins[16];
  short odd[4];
  for (int i = 0; i < 16; ++i)
    bins[i] = 0;
  for (int i = 0; i < 4; ++i)
    odd[i] = (short)i;
  for (int row = 0; row < rows; ++row)
    ++bins[in[row * items + id] & 15];
  for (int row = 0; row < rows; ++row) {
    const uchar value = in[row * items + id];
    if (value % 2 == 1)
      odd[value / 16 % 4] += value;
  }
  int sum = 0;
  for (int i = 0; i < 16; ++i)
    sum = sum * 3 + bins[i];
  for (int i = 0; i < 4; ++i)
    sum = sum * 5 + odd[i];
  out[id] = sum;
}
