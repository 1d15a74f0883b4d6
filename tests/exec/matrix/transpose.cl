// Transposition through a padded local tile.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define TILE 8

kernel void transpose(global const int *in, global int *out) {
  local int tile[TILE][TILE + 1];
  int width = get_global_size(0), height = get_global_size(1);
  int lx = get_local_id(0), ly = get_local_id(1);
  tile[ly][lx] = in[get_global_id(1) * width + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = get_group_id(1) * TILE + lx, y = get_group_id(0) * TILE + ly;
  out[y * height + x] = tile[lx][ly];
}
