// Work-items with arrays of their own: a row of a table, and counters.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define LENGTH 32
#define BINS 16

/// The edit distance (Levenshtein's) of two words of LENGTH bytes.
__kernel void edit_distance(__global const uchar *a, __global const uchar *b, __global uint *distances, uint count) {
  const uint id = get_global_id(0);
  if (id >= count)
    return;
  uint row[LENGTH + 1];
  for (uint j = 0; j <= LENGTH; ++j)
    row[j] = j;
  for (uint i = 0; i < LENGTH; ++i) {
    const uchar letter = a[id * LENGTH + i];
    uint diagonal = row[0];
    row[0] = i + 1;
    for (uint j = 0; j < LENGTH; ++j) {
      const uint above = row[j + 1];
      const uint replaced = diagonal + (b[id * LENGTH + j] != letter);
      row[j + 1] = min(replaced, min(above, row[j]) + 1);
      diagonal = above;
    }
  }
  distances[id] = row[LENGTH];
}

/// How often each of BINS values occurs in a work-item's part of the data.
__kernel void private_histogram(__global const uchar *data, __global uint *bins, uint perItem) {
  const uint id = get_global_id(0);
  const uint items = get_global_size(0);
  uint own[BINS];
  for (uint bin = 0; bin < BINS; ++bin)
    own[bin] = 0;
  for (uint i = 0; i < perItem; ++i)
    ++own[data[i * items + id] & (BINS - 1)];
  for (uint bin = 0; bin < BINS; ++bin)
    atomic_add(&bins[bin], own[bin]);
}
