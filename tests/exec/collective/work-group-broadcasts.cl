// work_group_broadcast of all types from a work-item named by one, two and three ids, another in each group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void work_group_broadcasts(global const int *in, global long *out, ulong n) {
  size_t i = get_global_linear_id();
  size_t x = get_group_id(0) % get_local_size(0), y = get_group_id(1) % get_local_size(1),
         z = get_group_id(2) % get_local_size(2);
  out[i] = work_group_broadcast(in[i], x, y, z);
  out[n + i] = work_group_broadcast((uint)in[i], x, y);
  out[2 * n + i] = work_group_broadcast((long)in[i] << 32, x);
  out[3 * n + i] = (long)work_group_broadcast((ulong)in[i] << 40, x, y, z);
  out[4 * n + i] = (long)work_group_broadcast((float)in[i], x, y, z);
  out[5 * n + i] = (long)work_group_broadcast((double)in[i] * 4, x, y, z);
}
