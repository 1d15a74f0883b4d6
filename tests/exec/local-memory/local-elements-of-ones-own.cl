// Local memory of which each work-item has elements for itself: in a loop with barriers, written by some only, and in
// two dimensions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel __attribute__((reqd_work_group_size(SIZE_X, SIZE_Y, 1))) void
local_elements_of_ones_own(global const int *in, global int *out, local int *sums, local int *last) {
  local short marks[SIZE_Y][SIZE_X + 1];
  const size_t id = get_global_linear_id();
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int self = y * SIZE_X + x;
  int value = in[id];
  marks[y][x] = (short)value;
  sums[self] = 0;
  for (int trip = 0; trip < 5; ++trip) {
    last[2 * (SIZE_X * SIZE_Y - 1 - self)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[self] += last[2 * (SIZE_X * SIZE_Y - 1 - self)];
    if ((value + trip) % 3 == 0)
      marks[y][x] = (short)(marks[y][x] * 3 + trip);
    barrier(CLK_LOCAL_MEM_FENCE);
    value = value * 7 % 1001;
  }
  out[id] = sums[self] + marks[y][x];
}
