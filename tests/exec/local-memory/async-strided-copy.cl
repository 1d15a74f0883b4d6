// Every third element is gathered, every second one scattered; two copies share an event.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void async_strided_copy(global const int *in, global int *out, local int *thirds, local int *front) {
  size_t size = get_local_size(0), group = get_group_id(0);
  event_t event = async_work_group_strided_copy(thirds, in + group * size * 3, size, 3, 0);
  event = async_work_group_copy(front, in, size, event);
  wait_group_events(1, &event);
  thirds[get_local_id(0)] += front[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_strided_copy(out + group * size * 2, thirds, size, 2, 0);
  wait_group_events(1, &event);
}
