// A value that two ways define differently is used after the next barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void conditional_value_across_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int kept;
  if (value % 3 == 0)
    kept = value + 1;
  else if (value % 3 == 1)
    kept = value * 2;
  else
    kept = 5;
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l] - kept;
}
