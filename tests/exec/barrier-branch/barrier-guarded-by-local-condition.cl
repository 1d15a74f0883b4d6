// The condition is computed by one work-item into local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_guarded_by_local_condition(global const int *in, global int *out, local int *tile) {
  local int exchange;
  size_t l = get_local_id(0), size = get_local_size(0);
  if (l == 0)
    exchange = get_group_id(0) % 2 == 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int value = in[get_global_id(0)];
  if (exchange) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[size - 1 - l];
  }
  out[get_global_id(0)] = value;
}
