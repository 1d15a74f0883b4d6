// Loops whose distances are powers of two, growing and shrinking, all known to the compiler, which may unroll them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_loops_of_powers(global const int *in, global int *out, local int *tile) {
  const size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int distance = 1; distance < 64; distance *= 4) { // 1, 4, 16
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + distance) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 8; distance > 0; distance >>= 1) { // 8, 4, 2, 1
    value = tile[(l + distance) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = tile[l];
}
