// Merges of two sorted runs; of equal elements those of the first run stand first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each work-item searches the place of its element in the other run.
kernel void merge_by_rank(global const uint *a, global const uint *b, global uint *out, int countA, int countB) {
  int i = get_global_id(0);
  if (i >= countA + countB)
    return;
  bool fromA = i < countA;
  int own = fromA ? i : i - countA;
  uint key = fromA ? a[own] : b[own];
  global const uint *other = fromA ? b : a;
  int low = 0, high = fromA ? countB : countA;
  while (low < high) {
    int middle = (low + high) / 2;
    bool before = fromA ? other[middle] < key : other[middle] <= key;
    if (before)
      low = middle + 1;
    else
      high = middle;
  }
  out[own + low] = key;
}

#define PER_ITEM 16

// Each work-item searches the beginning of its 16 results and merges these, keys with values.
kernel void merge_path_pairs(global const float *restrict keyA, global const int *restrict valueA,
                             global const float *restrict keyB, global const int *restrict valueB,
                             global float *restrict key, global int *restrict value, int countA, int countB) {
  const int begin = get_global_id(0) * PER_ITEM;
  int low = max(0, begin - countB), high = min(begin, countA);
  while (low < high) {
    int middle = (low + high) >> 1;
    if (keyA[middle] <= keyB[begin - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = begin - low;
  for (int k = begin; k < begin + PER_ITEM; ++k) {
    if (j >= countB || (i < countA && keyA[i] <= keyB[j])) {
      key[k] = keyA[i];
      value[k] = valueA[i++];
    } else {
      key[k] = keyB[j];
      value[k] = valueB[j++];
    }
  }
}
