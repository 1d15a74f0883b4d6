// The loop goes on until a work-item has changed a flag in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_while_on_local_flag(global const int *in, global int *out, local int *tile, int steps) {
  local int remaining;
  size_t l = get_local_id(0), size = get_local_size(0);
  if (l == 0)
    remaining = steps;
  int value = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  while (remaining > 0) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    if (l == 0)
      --remaining;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value;
}
