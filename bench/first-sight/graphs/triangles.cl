// Triangles of a graph: common neighbours of the ends of each edge.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define WORDS 32

// The neighbours of a vertex are a row of bits; each work-group sums the counts of its edges.
kernel void triangles_bits(global const uint4 *rows, global const int *first, global const int *second,
                           global int *counts, local int *partial, int edges) {
  int e = get_global_id(0), id = get_local_id(0);
  int count = 0;
  if (e < edges) {
    global const uint4 *a = rows + first[e] * WORDS, *b = rows + second[e] * WORDS;
    for (int k = 0; k < WORDS; k++) {
      uint4 bits = popcount(a[k] & b[k]);
      count += bits.x + bits.y + bits.z + bits.w;
    }
  }
  partial[id] = count;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = get_local_size(0) / 2; step > 0; step >>= 1) {
    if (id < step)
      partial[id] += partial[id + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    counts[get_group_id(0)] = partial[0];
}

// The sorted neighbours of a vertex are coded by their gaps; the two lists of an edge are merged.
kernel void triangles_gaps(global const int *restrict listBegin, global const ushort *restrict gap,
                           global const int *restrict first, global const int *restrict second,
                           global int *restrict common) {
  const size_t e = get_global_id(0);
  const int a = first[e], b = second[e];
  int i = listBegin[a], j = listBegin[b];
  const int endA = listBegin[a + 1], endB = listBegin[b + 1];
  int count = 0;
  if (i < endA && j < endB) {
    int x = gap[i], y = gap[j];
    while (true) {
      if (x == y)
        ++count;
      const bool stepA = x <= y, stepB = y <= x;
      if (stepA) {
        if (++i == endA)
          break;
        x += gap[i];
      }
      if (stepB) {
        if (++j == endB)
          break;
        y += gap[j];
      }
    }
  }
  common[e] = count;
}
