// The loop that every tree uses: from half the local size down to 1, bounded by a work-item function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_halving_loop(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t half_size = size / 2; half_size > 0; half_size >>= 1) {
    int other = tile[(l + half_size) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = tile[l];
}
