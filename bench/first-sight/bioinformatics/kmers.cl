// Words of bases: counts of all words of eight bases by atomics, and the least hash of ten neighbouring words of fifteen.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void kmer_count_atomics(global const uchar *bases, global uint *counts, uint length) {
  uint i = get_global_id(0);
  if (i + 8 > length)
    return;
  uint word = 0;
  for (int k = 0; k < 8; ++k) {
    uchar base = bases[i + k];
    if (base > 3)
      return;
    word = word << 2 | base;
  }
  atomic_inc(&counts[word]);
}

#define WINDOW 10
#define GROUP 256

uint hash_at(global const uint *packed, uint i) {
  ulong bases = (ulong)packed[i / 16 + 1] << 32 | packed[i / 16];
  uint x = (uint)(bases >> (i % 16 * 2)) & 0x3fffffff;
  x ^= x >> 16;
  x *= 0x7feb352d;
  x ^= x >> 15;
  x *= 0x846ca68b;
  return x ^ x >> 16;
}

kernel void kmer_minimizers_local(global const uint *packed, global uint *least) {
  local uint hashes[GROUP + WINDOW - 1];
  uint lid = get_local_id(0), i = get_global_id(0);
  hashes[lid] = hash_at(packed, i);
  if (lid < WINDOW - 1)
    hashes[GROUP + lid] = hash_at(packed, i + GROUP);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint smallest = hashes[lid];
  for (int k = 1; k < WINDOW; ++k)
    smallest = min(smallest, hashes[lid + k]);
  least[i] = smallest;
}
