// Elements of local memory that only some work-items store, at the edges of arrays: before, between and behind them stands
// what others have stored.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_neighbours_under_masks(global const int *in, global int *out, local int *window, local uchar *bytes,
                                         local double *numbers) {
  local ushort halves[64];
  const size_t l = get_local_id(0), size = get_local_size(0), id = get_global_id(0);
  const int value = in[id];
  window[l] = value;
  bytes[l] = (uchar)value;
  numbers[l] = value;
  halves[l] = (ushort)(value + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  // By the data, in the array's first and last elements as well.
  if (value % 3 == 0)
    window[l] = value + 7;
  if (value % 5 < 2)
    bytes[l] = (uchar)(value / 2);
  if (value % 7 > 3)
    numbers[l] = value * 0.5;
  if (value % 2 == 1)
    halves[l] = (ushort)(value * 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  // By the id: places that begin before the array, or end behind it, for work-items that don't run.
  const size_t distance = size / 2 + 1;
  int sum = 0;
  if (l >= distance) {
    sum += window[l - distance] + bytes[l - distance];
    numbers[l - distance] = -1.0 - numbers[l];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l + distance < size) {
    halves[l + distance] = (ushort)(halves[l] ^ 0x5555);
    window[l + distance] = window[l] - 1;
    bytes[l + distance] = (uchar)(bytes[l] + 3);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // Work-items of a loop that ends for each at another trip.
  for (size_t i = l; i < size; i += l % 4 + 5)
    sum += window[i] % 1000;
  out[id] = sum + window[l] + 2 * bytes[l] + 3 * halves[l] + (int)(numbers[l] * 4.0);
}
