// Loops that write a row of each work-item, of a constant and of an unknown length; that go through the channels of a
// pixel; that copy a row from one of sixteen; and that write the digits of a number, each by a chain of conditions.
// Rows begin at `first`; work-items from `count` on write nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void own_row_fills(global const uchar *pixels, global T *rows, global uchar *channels, global uchar *digits,
                          global const T *table, global T *copies, int length, int first, int count) {
  const int id = get_global_id(0);
  if (id >= count)
    return;
  uint state = id;
  for (int i = 0; i < LENGTH; ++i) {
    state = state * 1664525u + 1013904223u;
    rows[first + id * LENGTH + i] = (state >> 16) % 100;
  }
  global T *rest = rows + first + get_global_size(0) * LENGTH;
  for (int i = 0; i < length; ++i)
    rest[id * length + i] = id % 50 + i;
  for (int i = 0; i < LENGTH; ++i)
    copies[first + id * LENGTH + i] = table[id * 7 % 16 * LENGTH + i];
  for (int c = 0; c < 3; ++c)
    channels[first + 3 * id + c] = convert_uchar_sat(pixels[3 * id + c] * 1.5f - 20);
  const uint value = pixels[3 * id] << 16 | pixels[3 * id + 1] << 8 | pixels[3 * id + 2];
  for (int k = 0; k < 4; ++k) {
    const uint digit = value >> (18 - 6 * k) & 63;
    digits[4 * id + k] = digit < 26    ? 'A' + digit
                         : digit < 52  ? 'a' + digit - 26
                         : digit < 62  ? '0' + digit - 52
                         : digit == 62 ? '+'
                                       : '/';
  }
}
