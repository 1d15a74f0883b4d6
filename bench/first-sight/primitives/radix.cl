// Steps of a radix sort: the histograms of the digits, and the order by a digit within tiles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define GROUP 256
#define PER_ITEM 16

// A work-group counts the bytes of 4096 keys; the counts of a digit stand together.
kernel void radix_histogram(global const uint *keys, global uint *counts, uint shift) {
  local uint histogram[256];
  const uint id = get_local_id(0), group = get_group_id(0);
  histogram[id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < PER_ITEM; ++k) {
    uint key = keys[group * GROUP * PER_ITEM + k * GROUP + id];
    atomic_inc(&histogram[(key >> shift) & 255]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  counts[id * get_num_groups(0) + group] = histogram[id];
}

// Four splits, by a bit each, put a tile into the order of four bits.
kernel void radix_sort_tiles(global const uint *restrict in, global uint *restrict out, uint shift) {
  local uint keys[GROUP];
  local uint sums[GROUP];
  const uint id = get_local_id(0);
  uint key = in[get_global_id(0)];
  for (uint bit = shift; bit < shift + 4; ++bit) {
    const bool low = ((key >> bit) & 1) == 0;
    sums[id] = low ? 1 : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
      uint left = id >= step ? sums[id - step] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      sums[id] += left;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint place = low ? sums[id] - 1 : sums[GROUP - 1] + id - sums[id];
    keys[place] = key;
    barrier(CLK_LOCAL_MEM_FENCE);
    key = keys[id];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = key;
}
