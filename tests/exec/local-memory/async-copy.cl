// async_work_group_copy brings a tile in and takes it out again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void async_copy(global const int *in, global int *out, local int *tile, local int *result) {
  size_t l = get_local_id(0), size = get_local_size(0), first = get_group_id(0) * size;
  event_t loaded = async_work_group_copy(tile, in + first, size, 0);
  wait_group_events(1, &loaded);
  result[l] = tile[size - 1 - l] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t stored = async_work_group_copy(out + first, result, size, 0);
  wait_group_events(1, &stored);
}
