// All work-items go where an argument sends them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_branch_by_argument(global const int *in, global int *out, local int *tile, int exchange) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  if (exchange) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[size - 1 - l];
  } else {
    value = -value;
  }
  out[get_global_id(0)] = value;
}
