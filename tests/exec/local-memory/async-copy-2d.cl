// async_work_group_copy_2D2D brings a tile with a border of other columns in and takes it out again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void async_copy_2d(global const int *in, global int *out, ulong pitch, local int *tile) {
  size_t columns = get_local_size(0), rows = get_local_size(1), line = columns + 3;
  size_t first = get_group_id(1) * rows * pitch + get_group_id(0) * columns;
  event_t loaded = async_work_group_copy_2D2D(tile, 1, in, first, sizeof(int), columns, rows, pitch, line, 0);
  wait_group_events(1, &loaded);
  tile[get_local_id(1) * line + get_local_id(0) + 1] *= 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t stored = async_work_group_copy_2D2D(out, first, tile, 1, sizeof(int), columns, rows, line, pitch, 0);
  wait_group_events(1, &stored);
}
