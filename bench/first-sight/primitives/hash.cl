// Hash tables: insertion with linear probing, and look-up of tags in two buckets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An empty slot is nought; the counter counts the different keys.
kernel void hash_insert(global const uint *keys, volatile global uint *table, volatile global uint *different, uint mask,
                        uint shift, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  uint key = keys[i];
  uint slot = (key * 2654435769u) >> shift;
  while (true) {
    uint old = atomic_cmpxchg(&table[slot], 0u, key);
    if (old == 0) {
      atomic_inc(different);
      return;
    }
    if (old == key)
      return;
    slot = (slot + 1) & mask;
  }
}

// A bucket holds four tags of a byte.
kernel void hash_lookup_tags(global const uint *restrict keys, global const uchar4 *restrict buckets,
                             global uchar *restrict found, uint mask) {
  const size_t i = get_global_id(0);
  const uint key = keys[i];
  const uchar tag = (uchar)((key * 2246822519u) >> 24);
  const uint first = (key * 2654435769u) >> 8 & mask;
  const uint second = (first ^ (tag * 1540483477u)) & mask;
  found[i] = any(buckets[first] == (uchar4)(tag)) || any(buckets[second] == (uchar4)(tag)) ? 1 : 0;
}
