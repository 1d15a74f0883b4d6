// A block for one work-item between the barriers of a loop; each turn it is another one's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_id_zero_block_in_loop(global const int *in, global int *out, local int *tile) {
  local uint sum;
  size_t l = get_local_id(0), size = get_local_size(0);
  if (l == 0)
    sum = 0;
  tile[l] = in[get_global_id(0)];
  for (size_t turn = 0; turn < size; ++turn) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == turn)
      sum = sum * 3 + tile[size - 1 - turn];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}
