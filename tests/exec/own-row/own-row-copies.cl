// Each work-item writes elements of a row of its own, of constant and of unknown pitch; rows that lie one behind the
// other, and rows with gaps. Some work-items write nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void own_row_copies(global const T *in, global T *out, int pitch) {
  const int id = get_global_id(0);
  for (int i = 0; i < 8; ++i)
    out[id * 8 + i] = in[id * 8 + 7 - i];
  global T *rest = out + get_global_size(0) * 8;
  if (id % 5 != 2)
    for (int i = 0; i < 4; ++i)
      rest[id * pitch + i] = in[id * 8 + i] + in[id * 8 + i + 4];
  else
    rest[id * pitch + 3] = 7;
}
