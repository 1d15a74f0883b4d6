// Blocks for local id 0 in nested loops between barriers: each must run once, and all must see what it did.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_id_zero_block_in_nested_loops(global int *out, local int *count, int outer, int inner) {
  if (get_local_id(0) == 0)
    *count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int seen = 0;
  for (int i = 0; i < outer; ++i) {
    for (int k = 0; k < inner; ++k) {
      if (get_local_id(0) == 0)
        *count += k + 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      int now = *count;
      seen += now;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (now > 40)
        break;
    }
    if (get_local_id(0) == 0)
      *count -= 3;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = seen * 1000 + *count;
}
