// The work of the kernels that count words of bases, compare sequences and trim reads, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include <omp.h>

namespace {

using Sums = uint16_t __attribute__((vector_size(32)));
using Bytes = uint8_t __attribute__((vector_size(16)));
using Signed = int16_t __attribute__((vector_size(32)));
using SignedBytes = int8_t __attribute__((vector_size(16)));
using Bits = bool __attribute__((ext_vector_type(16)));

inline uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352d;
  x ^= x >> 15;
  x *= 0x846ca68b;
  return x ^ x >> 16;
}

constexpr uint64_t evenBits = 0x5555555555555555;

/// A bit for each of the 64 bases of two words that differs.
inline uint64_t differing(uint64_t x, uint64_t y) { return ((x | x >> 1) & evenBits) | ((y | y << 1) & ~evenBits); }

} // namespace

/// Each thread rolls the word along its part of the sequence and counts in a table of its own.
extern "C" void kmer_count_atomics(const uint8_t *bases, uint32_t *counts, uint32_t length) {
  constexpr uint32_t words = 65536, size = 8;
  const int64_t positions = int64_t{length} - size + 1;
  std::vector<std::vector<uint32_t>> tables(omp_get_max_threads());
#pragma omp parallel
  {
    std::vector<uint32_t> own(words);
    int64_t thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int64_t begin = positions * thread / threads, end = positions * (thread + 1) / threads;
    uint32_t word = 0, known = 0;
    for (int64_t k = begin; k < end + size - 1; ++k) {
      uint32_t base = bases[k];
      known = base > 3 ? 0 : known + 1;
      word = (word << 2 | base) & (words - 1);
      if (known >= size)
        ++own[word];
    }
    tables[thread] = std::move(own);
#pragma omp barrier
#pragma omp for
    for (uint32_t w = 0; w < words; ++w)
      for (int64_t t = 0; t < threads; ++t)
        counts[w] += tables[t][w];
  }
}

/// The least of ten neighbours is that of two overlapping eights, which are found by doubling.
extern "C" void kmer_minimizers_local(const uint32_t *packed, uint32_t *least) {
  constexpr int positions = 2097152, chunk = 2048, window = 10;
#pragma omp parallel for
  for (int first = 0; first < positions; first += chunk) {
    uint32_t h[chunk + 16];
    for (int k = 0; k < chunk + 16; k += 16) {
      uint32_t low = packed[(first + k) / 16], high = packed[(first + k) / 16 + 1];
      for (uint32_t b = 0; b < 16; ++b)
        h[k + b] = hash((low >> (2 * b) | high << 1 << (31 - 2 * b)) & 0x3fffffff);
    }
    for (int step = 1; step < 8; step *= 2)
      for (int k = 0; k < chunk + window - step; ++k)
        h[k] = std::min(h[k], h[k + step]);
    for (int k = 0; k < chunk; ++k)
      least[first + k] = std::min(h[k], h[k + 2]);
  }
}

/// The matrix is symmetric: tiles on and above its diagonal are computed, and written twice.
extern "C" void hamming_distance_matrix(const uint64_t *sequences, uint16_t *distances, int count) {
  constexpr int words = 8, tile = 64;
  const int tiles = (count + tile - 1) / tile;
#pragma omp parallel for schedule(dynamic)
  for (int ti = 0; ti < tiles; ++ti)
    for (int tj = ti; tj < tiles; ++tj) {
      int i0 = ti * tile, j0 = tj * tile, rows = std::min(tile, count - i0), columns = std::min(tile, count - j0);
      uint64_t byWord[words][tile];
      uint16_t found[tile][tile];
      for (int j = 0; j < columns; ++j)
        for (int w = 0; w < words; ++w)
          byWord[w][j] = sequences[(j0 + j) * words + w];
      for (int i = 0; i < rows; ++i) {
        const uint64_t *row = sequences + (i0 + i) * words;
#pragma omp simd
        for (int j = 0; j < columns; ++j) {
          uint64_t sum = 0;
          for (int w = 0; w < words; w += 2)
            sum += std::popcount(differing(row[w] ^ byWord[w][j], row[w + 1] ^ byWord[w + 1][j]));
          found[i][j] = static_cast<uint16_t>(sum);
        }
        memcpy(distances + static_cast<size_t>(i0 + i) * count + j0, found[i], columns * sizeof **found);
      }
      if (ti != tj)
        for (int j = 0; j < columns; ++j)
          for (int i = 0; i < rows; ++i)
            distances[static_cast<size_t>(j0 + j) * count + i0 + i] = found[i][j];
    }
}

/// References stand by feature in a buffer; four queries at a time share each load of sixteen references.
extern "C" void profile_distance_tiles(const float *queries, const float *references, float *distances, int features) {
  constexpr int rows = 768, columns = 1024, block = 64, together = 4, wide = 16;
#pragma omp parallel
  {
    std::vector<float> byFeature(static_cast<size_t>(features) * block);
#pragma omp for
    for (int first = 0; first < columns; first += block) {
      for (int c = 0; c < block; ++c)
        for (int f = 0; f < features; ++f)
          byFeature[f * block + c] = references[(first + c) * features + f];
      for (int r = 0; r < rows; r += together)
        for (int c = 0; c < block; c += wide) {
          float sums[together][wide] = {};
          for (int f = 0; f < features; ++f)
            for (int t = 0; t < together; ++t) {
              float q = queries[(r + t) * features + f];
#pragma omp simd
              for (int k = 0; k < wide; ++k)
                sums[t][k] += std::fabs(q - byFeature[f * block + c + k]);
            }
          for (int t = 0; t < together; ++t)
            memcpy(distances + (r + t) * columns + first + c, sums[t], sizeof sums[t]);
        }
    }
  }
}

/// The sums of sixteen windows at a time; the last sixteen windows of a read end with the read.
extern "C" void quality_trim_window(const uint8_t *qualities, uint16_t *kept, int threshold, int reads) {
  constexpr int read = 101, window = 10, windows = read - window + 1, lanes = 16;
  const Sums least = Sums{} + static_cast<uint16_t>(threshold * window);
#pragma omp parallel for
  for (int r = 0; r < reads; ++r) {
    const uint8_t *q = qualities + static_cast<size_t>(r) * read;
    int keep = read;
    for (int k = 0; k < windows; k += lanes) {
      int start = std::min(k, windows - lanes);
      Sums sum{};
      for (int n = 0; n < window; ++n) {
        Bytes bytes;
        memcpy(&bytes, q + start + n, sizeof bytes);
        sum += __builtin_convertvector(bytes, Sums);
      }
      if (auto low = std::bit_cast<uint16_t>(__builtin_convertvector(sum < least, Bits))) {
        keep = start + std::countr_zero(low);
        break;
      }
    }
    kept[r] = static_cast<uint16_t>(keep);
  }
}

/// Sixteen reads at a time, until all of them have ended.
extern "C" void quality_trim_running_sum(const int8_t *qualities, uint8_t *kept, int8_t threshold) {
  constexpr int reads = 65536, cycles = 128, lanes = 16;
#pragma omp parallel for
  for (int first = 0; first < reads; first += lanes) {
    Signed sum{}, greatest{}, keep = Signed{} + static_cast<int16_t>(cycles), running = ~Signed{};
    for (int16_t cycle = cycles - 1; cycle >= 0; --cycle) {
      SignedBytes q;
      memcpy(&q, qualities + cycle * reads + first, sizeof q);
      sum += static_cast<int16_t>(threshold) - __builtin_convertvector(q, Signed);
      running &= sum >= 0;
      if (!std::bit_cast<uint16_t>(__builtin_convertvector(running != 0, Bits)))
        break;
      Signed better = running & (sum > greatest);
      greatest = better ? sum : greatest;
      keep = better ? Signed{} + cycle : keep;
    }
    auto bytes = __builtin_convertvector(keep, Bytes);
    memcpy(kept + first, &bytes, sizeof bytes);
  }
}
