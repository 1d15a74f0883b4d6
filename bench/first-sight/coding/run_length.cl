// Run-length coding: the values of runs found by bisection, and the runs of tiles compacted in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void rle_expand_bisection(global const int *starts, global const int *values, global int *out, int runs, int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  int low = 0, high = runs;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (starts[middle] <= i)
      low = middle;
    else
      high = middle;
  }
  out[i] = values[low];
}

#define TILE 256

kernel void rle_compact_tiles(global const uchar *in, global uchar *symbols, global ushort *lengths, global ushort *counts) {
  local uint ranks[TILE];
  local ushort heads[TILE + 1];
  uint lid = get_local_id(0);
  size_t i = get_global_id(0), base = i - lid;
  bool head = lid == 0 || in[i] != in[i - 1];
  ranks[lid] = head;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < TILE; step <<= 1) {
    uint before = lid >= step ? ranks[lid - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    ranks[lid] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint runs = ranks[TILE - 1];
  if (head)
    heads[ranks[lid] - 1] = lid;
  if (lid == 0) {
    heads[runs] = TILE;
    counts[get_group_id(0)] = runs;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < runs) {
    symbols[base + lid] = in[base + heads[lid]];
    lengths[base + lid] = heads[lid + 1] - heads[lid];
  }
}
