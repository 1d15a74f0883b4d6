// The block for local id 0 runs exactly once per group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_id_zero_block_between_barriers(global const int *in, global int *out, local int *tile) {
  local int sum;
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  if (l == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    for (size_t k = 0; k < size; ++k)
      sum += tile[k];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}
