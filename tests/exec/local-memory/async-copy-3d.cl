// async_work_group_copy_3D3D in and out, with a copy fence between the two instead of a wait.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void async_copy_3d(global const short *in, global short *out, ulong pitch, ulong slice, local short *tile) {
  size_t columns = get_local_size(0), rows = get_local_size(1), planes = get_local_size(2);
  size_t first = (get_group_id(2) * planes) * slice + get_group_id(1) * rows * pitch + get_group_id(0) * columns;
  size_t line = columns + 1, plane = (rows + 2) * line;
  event_t event =
      async_work_group_copy_3D3D(tile, 2, in, first, sizeof(short), columns, rows, planes, pitch, slice, line, plane, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy_3D3D(out, first, tile, 2, sizeof(short), columns, rows, planes, line, plane, pitch,
                                     slice, event);
  wait_group_events(1, &event);
}
