// After the last barrier some work-items return early.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void divergent_return_after_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int value = tile[size - 1 - l];
  out[get_global_id(0)] = value;
  if (value % 2 == 0)
    return;
  out[get_global_id(0)] = -value;
}
