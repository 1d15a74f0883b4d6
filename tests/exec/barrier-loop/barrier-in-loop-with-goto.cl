// A loop made by hand with a backward goto.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_loop_with_goto(global const int *in, global int *out, local int *tile, int steps) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int step = 0;
again:
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  value = tile[(l + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (++step < steps)
    goto again;
  out[get_global_id(0)] = value;
}
