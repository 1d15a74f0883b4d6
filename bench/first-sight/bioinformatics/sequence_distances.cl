// Distances of sequences: differing bases of packed sequences, and the distance of word profiles by tiles in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WORDS 8

// Two bits a base, 32 bases a word.
kernel void hamming_distance_matrix(global const ulong *sequences, global ushort *distances, int count) {
  int i = get_global_id(1), j = get_global_id(0);
  if (i >= count || j >= count)
    return;
  int differing = 0;
  for (int w = 0; w < WORDS; ++w) {
    ulong x = sequences[i * WORDS + w] ^ sequences[j * WORDS + w];
    differing += (int)popcount((x | x >> 1) & 0x5555555555555555UL);
  }
  distances[i * count + j] = differing;
}

#define TILE 16

kernel void profile_distance_tiles(global const float *queries, global const float *references, global float *distances,
                                   int features) {
  local float q[TILE][TILE], r[TILE][TILE + 1];
  int lx = get_local_id(0), ly = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1), first = get_group_id(0) * TILE;
  float sum = 0.0f;
  for (int f = 0; f < features; f += TILE) {
    q[ly][lx] = queries[row * features + f + lx];
    r[ly][lx] = references[(first + ly) * features + f + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += fabs(q[ly][k] - r[lx][k]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  distances[row * get_global_size(0) + column] = sum;
}
