// reqd_work_group_size, with the barrier tile that relies on it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__attribute__((reqd_work_group_size(8, 4, 1))) kernel void required_group_size(global const int *in,
                                                                                global int *out) {
  local int tile[4][8];
  size_t x = get_local_id(0), y = get_local_id(1), g = get_global_id(1) * get_global_size(0) + get_global_id(0);
  tile[y][x] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tile[3 - y][7 - x] + (int)get_local_size(0) * 10 + (int)get_local_size(1);
}
