// Work-items take different ways between two barriers, with stores on both.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void divergent_branch_between_barriers(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int value = tile[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value % 2 == 0)
    tile[l] = value / 2;
  else
    tile[l] = value * 3 + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l];
}
