// A variable is changed through a pointer that was taken before the barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void private_pointer_written_across_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int even = 1, odd = 2;
  int *chosen = in[get_global_id(0)] % 2 == 0 ? &even : &odd;
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  *chosen += tile[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = even * 3 + odd;
}
