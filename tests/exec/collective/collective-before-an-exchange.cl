// A broadcast, for which one work-item works alone, and then an exchange through local memory, in groups that are one
// packet: all work-items take part in that again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void collective_before_an_exchange(global const int *in, global int *out, uint from) {
  local int tile[64];
  const uint l = get_local_id(0), last = get_local_size(0) - 1;
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int one = work_group_broadcast((int)l * 3, from % get_local_size(0));
  if (l == last)
    tile[last / 2] = one;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[last - l] + (in[get_global_id(0)] & 1 ? one : 0);
}
