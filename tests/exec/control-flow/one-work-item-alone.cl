// What one work-item of a group does alone: at the edges of a tile, at a number that the launch gives, and each in its own turn of
// a loop, behind which all go on together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void one_work_item_alone(global const int *in, global int *out, global int *ofGroup, local int *tile, int which) {
  const int l = get_local_id(0), size = get_local_size(0), g = get_group_id(0), i = get_global_id(0);
  const int last = get_global_size(0) - 1;
  const int value = in[i];
  tile[l + 1] = value;
  int beside = 0;
  if (l == 0)
    tile[0] = in[max(i - 1, 0)];
  if (l != size - 1)
    beside = 1;
  else
    tile[size + 1] = beside = in[min(i + 1, last)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[l] + 3 * tile[l + 2] + beside;
  if (l == which && value > 0) {
    int marks[4] = {0, 0, 0, 0};
    for (int k = 0; k < 9; ++k)
      if ((tile[(l * 7 + k) % (size + 2)] & 1) != 0)
        marks[k & 3] += k + 1;
    ofGroup[2 * g] = marks[value & 3];
    sum += ofGroup[2 * g + 1]; // nobody has changed it
    ofGroup[2 * g + 1] = 5;
  }
  int turn = 0;
  for (int j = 0;; ++j) {
    turn += tile[j % 3];
    if (j == l) {
      turn += in[i - j];
      break;
    }
  }
  out[i] = sum + 7 * turn + (turn > 1000 ? in[last - i] : 0);
}
