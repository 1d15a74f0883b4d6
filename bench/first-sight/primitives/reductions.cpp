// The work of the reductions and hash tables, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <cfloat>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

using Floats = float __attribute__((vector_size(32)));
using Ints = int __attribute__((vector_size(32)));
using Doubles = double __attribute__((vector_size(32)));
using Longs = int64_t __attribute__((vector_size(32)));

template <typename Vector, typename Element> inline Vector load(const Element *from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

struct Least {
  Floats value[2];
  Ints place[2];
};

} // namespace

/// Reads the array in order; a thread keeps the least elements of all groups, in 16 lanes each.
extern "C" void argmin_groups(const float *in, float *least, int *place, int n) {
  constexpr int groups = 64, group = 256;
  std::fill(least, least + groups, FLT_MAX);
  std::fill(place, place + groups, INT_MAX);
#pragma omp parallel
  {
    Least own[groups];
    for (Least &one : own)
      one = {.value = {Floats{} + FLT_MAX, Floats{} + FLT_MAX}, .place = {Ints{} + INT_MAX, Ints{} + INT_MAX}};
#pragma omp for schedule(static) nowait
    for (int tile = 0; tile < n / group; ++tile) {
      Least best = own[tile % groups];
      Ints at = tile * group + Ints{0, 1, 2, 3, 4, 5, 6, 7};
      for (int i = tile * group; i < (tile + 1) * group; i += 16)
        for (int half = 0; half < 2; ++half) {
          Floats value = load<Floats>(in + i + half * 8);
          Ints less = value < best.value[half];
          best.value[half] = less ? value : best.value[half];
          best.place[half] = less ? at : best.place[half];
          at += 8;
        }
      own[tile % groups] = best;
    }
#pragma omp critical
    for (int g = 0; g < groups; ++g)
      for (int lane = 0; lane < 16; ++lane) {
        float value = own[g].value[lane / 8][lane % 8];
        int at = own[g].place[lane / 8][lane % 8];
        if (value < least[g] || (value == least[g] && at < place[g])) {
          least[g] = value;
          place[g] = at;
        }
      }
  }
  for (int i = n / group * group; i < n; ++i)
    if (int g = i / group % groups; in[i] < least[g]) {
      least[g] = in[i];
      place[g] = i;
    }
}

extern "C" void argmin_rows(const double *distance, uint8_t *nearest, int columns) {
  constexpr int rows = 131072;
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const double *at = distance + static_cast<ptrdiff_t>(row) * columns;
    Doubles best = Doubles{} + DBL_MAX;
    Longs where = {}, k = {0, 1, 2, 3};
    int column = 0;
    for (; column + 4 <= columns; column += 4, k += 4) {
      Doubles value = load<Doubles>(at + column);
      Longs less = value < best;
      best = less ? value : best;
      where = less ? k : where;
    }
    double least = best[0];
    int64_t place = where[0];
    for (int lane = 1; lane < 4; ++lane) {
      bool before = (best[lane] < least) | ((best[lane] == least) & (where[lane] < place));
      least = before ? best[lane] : least;
      place = before ? where[lane] : place;
    }
    for (; column < columns; ++column) {
      place = at[column] < least ? column : place;
      least = std::min(least, at[column]);
    }
    nearest[row] = static_cast<uint8_t>(place);
  }
}

/// The segments are short, so that a step of the loop takes no more than four elements.
extern "C" void segment_sums_offsets(const int *begin, const double *value, double *sum, int segments) {
#pragma omp parallel for schedule(static)
  for (int segment = 0; segment < segments; ++segment) {
#pragma clang fp reassociate(on)
    double total = 0;
#pragma clang loop vectorize(enable) vectorize_width(4) interleave_count(1)
    for (int i = begin[segment], end = begin[segment + 1]; i < end; ++i)
      total += value[i];
    sum[segment] = total;
  }
}

/// Runs of equal keys are summed in registers; only the runs at the ends of a chunk may have neighbours elsewhere.
extern "C" void segment_sums_keys(const uint32_t *key, const uint16_t *value, uint32_t *sum) {
  constexpr int n = 4194304, chunk = 65536;
#pragma omp parallel for
  for (int begin = 0; begin < n; begin += chunk)
    for (int i = begin; i < begin + chunk;) {
      const uint32_t here = key[i];
      const bool shared = i == begin;
      uint32_t total = 0;
      while (i < begin + chunk && key[i] == here)
        total += value[i++];
      if (shared || i == begin + chunk)
        std::atomic_ref(sum[here]).fetch_add(total, std::memory_order_relaxed);
      else
        sum[here] += total;
    }
}

/// Reads a slot before it tries to take it; the count of different keys is kept in a register.
extern "C" void hash_insert(const uint32_t *keys, uint32_t *table, uint32_t *different, uint32_t mask, uint32_t shift,
                            int n) {
  uint32_t fresh = 0;
#pragma omp parallel for schedule(static) reduction(+ : fresh)
  for (int i = 0; i < n; ++i) {
    const uint32_t key = keys[i];
    uint32_t slot = (key * 2654435769u) >> shift;
    if (i + 16 < n)
      __builtin_prefetch(table + ((keys[i + 16] * 2654435769u) >> shift), 1);
    for (;; slot = (slot + 1) & mask) {
      std::atomic_ref place(table[slot]);
      uint32_t old = place.load(std::memory_order_relaxed);
      if (old == 0 && place.compare_exchange_strong(old, key, std::memory_order_relaxed)) {
        ++fresh;
        break;
      }
      if (old == key)
        break;
    }
  }
  *different += fresh;
}

/// A bucket is a word; its four tags are compared by the arithmetic that finds a byte of nought.
extern "C" void hash_lookup_tags(const uint32_t *keys, const uint8_t *buckets, uint8_t *found, uint32_t mask) {
  constexpr int n = 4194304, block = 16384;
#pragma omp parallel for
  for (int begin = 0; begin < n; begin += block) {
    const auto *words = reinterpret_cast<const uint32_t *>(buckets);
    const uint32_t *from = keys + begin, places = mask;
    uint8_t *__restrict to = found + begin;
#pragma omp simd
    for (int i = 0; i < block; ++i) {
      const uint32_t key = from[i], tag = (key * 2246822519u) >> 24, all = tag * 0x01010101u;
      const uint32_t first = (key * 2654435769u) >> 8 & places, second = (first ^ (tag * 1540483477u)) & places;
      const uint32_t a = words[static_cast<int>(first)] ^ all, b = words[static_cast<int>(second)] ^ all;
      const uint32_t nought = ((a - 0x01010101u) & ~a) | ((b - 0x01010101u) & ~b);
      to[i] = (nought & 0x80808080u) != 0;
    }
  }
}
