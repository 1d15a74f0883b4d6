// Pointers to global, local and private memory, each chosen per work-item, live across a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void pointer_values_across_barrier(global const int *a, global const int *b, global int *out,
                                          local int *tile) {
  size_t g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  int own[2] = {a[g] + b[g], a[g] - b[g]};
  global const int *from_global = g % 2 == 0 ? a : b;
  local int *from_local = tile + (size - 1 - l);
  int *from_private = &own[g % 3 == 0];
  tile[l] = a[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = from_global[g] + *from_local * 2 + *from_private * 4;
}
