// Either branch has barriers of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_both_branches(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  tile[l] = value;
  if (get_group_id(0) % 2 == 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[size - 1 - l];
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    int next = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = next;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
  }
  out[get_global_id(0)] = value;
}
