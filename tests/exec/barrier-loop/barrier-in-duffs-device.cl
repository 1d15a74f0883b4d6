// A switch jumps into the middle of a loop with barriers (irreducible control flow, uniform).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_duffs_device(global const int *in, global int *out, local int *tile, int steps) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int turns = (steps + 1) / 2;
  switch (steps % 2) {
  case 0:
    do {
      tile[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = tile[(l + 1) % size];
      barrier(CLK_LOCAL_MEM_FENCE);
  case 1:
      tile[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      value = tile[(l + 1) % size] + 1;
      barrier(CLK_LOCAL_MEM_FENCE);
    } while (--turns > 0);
  }
  out[get_global_id(0)] = value;
}
