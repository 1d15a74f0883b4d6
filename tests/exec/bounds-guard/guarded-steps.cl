// Rows of nine work-items exchange values step by step, and each access asks whether there is still a row.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_steps(global const uint *rows, global const int *in, global int *out, local int *tile) {
  const uint l = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const uint rowsOfGroup = get_local_size(0) * get_local_size(1) / 9;
  const uint group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  const bool inside = l < (rows[0] - group * rowsOfGroup) * 9;
  const int item = (int)get_local_id(1) * (int)get_local_size(0) + (int)get_local_id(0);
  const int row = (get_local_size(1) == 1 ? (int)get_local_id(0) / 9 : item / 9) * 9;
  const int column = get_local_size(1) == 1 ? (int)get_local_id(0) % 9 : item % 9;
  const size_t place = (size_t)group * rowsOfGroup * 9 + l;
  int value = 3;
  if (inside)
    value = in[place];
  if (inside)
    tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (inside)
    value += 2 * tile[row + (column + 1) % 9];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (inside)
    tile[row + column * 2 % 9] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (inside)
    value -= tile[row + (column + 3) % 9];
  if (inside)
    out[place] = value;
}
