// The loop's test comes after the barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_do_while(global const int *in, global int *out, local int *tile, int steps) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int step = 0;
  do {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (++step < steps);
  out[get_global_id(0)] = value;
}
