// An array of structs outlives barriers in a loop whose trips aren't known; a part of it isn't touched in each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  int key;
  float weight;
} entry;
kernel void array_across_barriers(global const int *in, global float *out, local int *tile, int rounds) {
  const int lid = get_local_id(0), size = get_local_size(0);
  entry own[5];
  for (int i = 0; i < 5; ++i) {
    own[i].key = i;
    own[i].weight = 0;
  }
  for (int round = 0; round < rounds; ++round) {
    tile[lid] = in[get_global_id(0)] + round;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int seen = tile[size - 1 - lid];
    own[seen % 5].key += seen;
    own[round % 5].weight += seen;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += own[i].weight * (i + 1) + own[i].key % 1000;
  out[get_global_id(0)] = sum;
}
