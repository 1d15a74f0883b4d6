// The work of the scans, sorts, compactions and merges, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>

extern "C" void scan_exclusive_tree(const uint32_t *in, uint32_t *out, uint32_t *sums) {
  constexpr int tiles = 4096, tile = 512;
#pragma omp parallel for
  for (int t = 0; t < tiles; ++t) {
    uint32_t sum = 0;
    for (int i = t * tile; i < (t + 1) * tile; ++i) {
      out[i] = sum;
      sum += in[i];
    }
    sums[t] = sum;
  }
}

/// Four tiles at a time hide the latency of the additions.
extern "C" void scan_inclusive_steps(const float *in, float *out, int n) {
  constexpr int tile = 128, together = 4;
#pragma omp parallel for
  for (int begin = 0; begin < n; begin += tile * together) {
    if (begin + tile * together <= n) {
      float sum[together] = {};
      for (int i = begin; i < begin + tile; ++i)
        for (int t = 0; t < together; ++t)
          out[i + t * tile] = sum[t] += in[i + t * tile];
      continue;
    }
    float sum = 0;
    for (int i = begin; i < n; ++i)
      out[i] = sum = i % tile == 0 ? in[i] : sum + in[i];
  }
}

/// Four histograms of a tile part equal neighbours; 16 tiles write whole lines of counts.
extern "C" void radix_histogram(const uint32_t *keys, uint32_t *counts, uint32_t shift) {
  constexpr int groups = 1024, tile = 4096, together = 16;
#pragma omp parallel for
  for (int begin = 0; begin < groups; begin += together) {
    uint16_t sums[together][256];
    for (int t = 0; t < together; ++t) {
      const uint32_t *from = keys + (begin + t) * tile;
      uint16_t histogram[4][256] = {};
      for (int i = 0; i < tile; i += 4)
        for (int k = 0; k < 4; ++k)
          ++histogram[k][from[i + k] >> shift & 255];
      for (int d = 0; d < 256; ++d)
        sums[t][d] = histogram[0][d] + histogram[1][d] + histogram[2][d] + histogram[3][d];
    }
    for (int d = 0; d < 256; ++d)
      for (int t = 0; t < together; ++t)
        counts[d * groups + begin + t] = sums[t][d];
  }
}

/// Counts the digits of a tile, then puts each key at its place.
extern "C" void radix_sort_tiles(const uint32_t *in, uint32_t *out, uint32_t shift) {
  constexpr int tiles = 8192, tile = 256;
#pragma omp parallel for
  for (int t = 0; t < tiles; ++t) {
    const uint32_t *from = in + t * tile;
    uint32_t *to = out + t * tile;
    uint32_t histogram[2][16] = {}, place[16], sum = 0;
    for (int i = 0; i < tile; i += 2) {
      ++histogram[0][from[i] >> shift & 15];
      ++histogram[1][from[i + 1] >> shift & 15];
    }
    for (int d = 0; d < 16; ++d) {
      place[d] = sum;
      sum += histogram[0][d] + histogram[1][d];
    }
    for (int i = 0; i < tile; ++i)
      to[place[from[i] >> shift & 15]++] = from[i];
  }
}

/// Blocks are compacted in cache without branches, and get their places from the counter once each.
extern "C" void compact_counter(const float *in, float *out, int *count, float threshold, int n) {
  constexpr int block = 4096;
  std::atomic_ref<int> counter(*count);
#pragma omp parallel for
  for (int begin = 0; begin < n; begin += block) {
    float kept[block + 1];
    int here = 0;
    for (int i = begin; i < std::min(begin + block, n); ++i) {
      kept[here] = in[i];
      here += in[i] > threshold;
    }
    std::memcpy(out + counter.fetch_add(here, std::memory_order_relaxed), kept, here * sizeof(float));
  }
}

extern "C" void compact_tiles(const int16_t *in, int16_t *out, int *counts, int16_t threshold) {
  constexpr int tiles = 16384, tile = 256;
#pragma omp parallel for
  for (int t = 0; t < tiles; ++t) {
    int16_t kept[tile + 1];
    int here = 0;
    for (int i = t * tile; i < (t + 1) * tile; ++i) {
      kept[here] = in[i];
      here += in[i] > threshold;
    }
    std::memcpy(out + t * tile, kept, here * sizeof(int16_t));
    counts[t] = here;
  }
}

namespace {

/// The number of elements of a among the first elements of the merged run.
template <typename Key> int splitOf(const Key *a, const Key *b, int countA, int countB, int first) {
  int low = std::max(0, first - countB), high = std::min(first, countA);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[first - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Splits the merged run into chunks; merge(i, endA, j, endB, k) merges one from place k on.
template <typename Key, typename Merge>
void mergeChunks(const Key *a, const Key *b, int countA, int countB, Merge merge) {
  constexpr int chunk = 16384;
  const int total = countA + countB;
#pragma omp parallel for
  for (int begin = 0; begin < total; begin += chunk) {
    const int end = std::min(begin + chunk, total);
    const int i = splitOf(a, b, countA, countB, begin), endA = splitOf(a, b, countA, countB, end);
    merge(i, endA, begin - i, end - endA, begin);
  }
}

} // namespace

extern "C" void merge_by_rank(const uint32_t *a, const uint32_t *b, uint32_t *out, int countA, int countB) {
  mergeChunks(a, b, countA, countB, [=](int i, int endA, int j, int endB, int k) {
    while (i < endA && j < endB) {
      const uint32_t x = a[i], y = b[j];
      const bool second = y < x;
      out[k++] = second ? y : x;
      i += !second;
      j += second;
    }
    std::copy(b + j, b + endB, std::copy(a + i, a + endA, out + k));
  });
}

extern "C" void merge_path_pairs(const float *keyA, const int *valueA, const float *keyB, const int *valueB, float *key,
                                 int *value, int countA, int countB) {
  mergeChunks(keyA, keyB, countA, countB, [=](int i, int endA, int j, int endB, int k) {
    while (i < endA && j < endB) {
      const float x = keyA[i], y = keyB[j];
      const bool second = y < x;
      key[k] = second ? y : x;
      value[k++] = *(second ? valueB + j : valueA + i);
      i += !second;
      j += second;
    }
    std::copy(keyB + j, keyB + endB, std::copy(keyA + i, keyA + endA, key + k));
    std::copy(valueB + j, valueB + endB, std::copy(valueA + i, valueA + endA, value + k));
  });
}
