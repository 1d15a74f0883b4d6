// The work of the kernels on graphs, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

extern "C" void bfs_push(const int *rowBegin, const int *neighbour, int *level, int *changed, int current,
                         int vertices) {
  int any = 0;
#pragma omp parallel for schedule(dynamic, 2048) reduction(| : any)
  for (int v = 0; v < vertices; ++v) {
    if (std::atomic_ref(level[v]).load(std::memory_order_relaxed) != current)
      continue;
    for (int e = rowBegin[v], end = rowBegin[v + 1]; e < end; ++e) {
      std::atomic_ref to(level[neighbour[e]]);
      if (to.load(std::memory_order_relaxed) == -1) {
        to.store(current + 1, std::memory_order_relaxed);
        any = 1;
      }
    }
  }
  *changed |= any;
}

extern "C" void bfs_pull(const uint32_t *rowBegin, const uint32_t *neighbour, uint8_t *level, uint8_t current) {
  constexpr int vertices = 524288;
#pragma omp parallel for schedule(dynamic, 4096)
  for (int v = 0; v < vertices; ++v) {
    std::atomic_ref own(level[v]);
    if (own.load(std::memory_order_relaxed) != 0)
      continue;
    for (uint32_t e = rowBegin[v], end = rowBegin[v + 1]; e < end; ++e)
      if (std::atomic_ref(level[neighbour[e]]).load(std::memory_order_relaxed) == current) {
        own.store(current + 1, std::memory_order_relaxed);
        break;
      }
  }
}

/// The rows are short, so that a step of the loop takes no more than eight edges.
extern "C" void pagerank_shares(const int *rowBegin, const int *from, const float *share, float *rank, float damping,
                                int vertices) {
  const float base = (1 - damping) / static_cast<float>(vertices);
#pragma omp parallel for schedule(dynamic, 2048)
  for (int v = 0; v < vertices; ++v) {
#pragma clang fp reassociate(on)
    float sum = 0;
#pragma clang loop vectorize(enable) vectorize_width(8) interleave_count(1)
    for (int e = rowBegin[v], end = rowBegin[v + 1]; e < end; ++e)
      sum += share[from[e]];
    rank[v] = base + damping * sum;
  }
}

/// The shares are made first, a division for each vertex instead of each edge, in memory that is kept between calls.
extern "C" void pagerank_change(const uint32_t *rowBegin, const uint32_t *from, const double *rank,
                                const uint16_t *degree, double *next, double *change, double damping) {
  constexpr int vertices = 131072, group = 128;
  static double shares[vertices];
  const double base = (1 - damping) / vertices;
#pragma omp parallel
  {
#pragma omp for simd schedule(static)
    for (int v = 0; v < vertices; ++v)
      shares[v] = rank[v] / degree[v];
#pragma omp for schedule(dynamic, 16)
    for (int g = 0; g < vertices / group; ++g) {
#pragma clang fp reassociate(on)
      double changes = 0;
      for (int v = g * group; v < (g + 1) * group; ++v) {
        double sum = 0;
        const int begin = static_cast<int>(rowBegin[v]), end = static_cast<int>(rowBegin[v + 1]);
#pragma clang loop vectorize(enable) vectorize_width(4) interleave_count(1)
        for (int e = begin; e < end; ++e)
          sum += shares[static_cast<int>(from[e])];
        next[v] = base + damping * sum;
        changes += std::fabs(next[v] - rank[v]);
      }
      change[g] = changes;
    }
  }
}

/// Most edges find a parent that is low enough, which needs no atomic operation.
extern "C" void components_hook(const int *edge, const int *parent, int *next, int *changed, int edges) {
  int any = 0;
#pragma omp parallel for schedule(static) reduction(| : any)
  for (int e = 0; e < edges; ++e) {
    const int a = parent[edge[2 * e]], b = parent[edge[2 * e + 1]];
    const int low = std::min(a, b), high = std::max(a, b);
    if (low == high)
      continue;
    std::atomic_ref place(next[high]);
    int old = place.load(std::memory_order_relaxed);
    while (low < old) {
      if (place.compare_exchange_weak(old, low, std::memory_order_relaxed)) {
        any = 1;
        break;
      }
    }
  }
  *changed |= any;
}

extern "C" void components_shortcut(const uint32_t *parent, uint32_t *next, uint32_t *changed) {
  constexpr int vertices = 4194304, block = 16384;
  uint32_t any = 0;
#pragma omp parallel for reduction(| : any)
  for (int begin = 0; begin < vertices; begin += block) {
    const uint32_t *all = parent, *own = parent + begin;
    uint32_t *__restrict to = next + begin;
    uint32_t moved = 0;
#pragma omp simd reduction(| : moved)
    for (int v = 0; v < block; ++v) {
      const uint32_t higher = all[static_cast<int>(own[v])];
      to[v] = higher;
      moved |= own[v] ^ higher;
    }
    any |= moved;
  }
  *changed |= any != 0;
}

extern "C" void triangles_bits(const uint32_t *rows, const int *first, const int *second, int *counts, int edges) {
  constexpr int words = 128, group = 128;
#pragma omp parallel for
  for (int begin = 0; begin < edges; begin += group) {
    int count = 0;
    for (int e = begin; e < std::min(begin + group, edges); ++e) {
      const uint32_t *a = rows + static_cast<ptrdiff_t>(first[e]) * words;
      const uint32_t *b = rows + static_cast<ptrdiff_t>(second[e]) * words;
      int64_t common = 0;
      for (int k = 0; k < words; k += 2) {
        uint64_t x, y;
        std::memcpy(&x, a + k, sizeof x);
        std::memcpy(&y, b + k, sizeof y);
        common += std::popcount(x & y);
      }
      count += static_cast<int>(common);
    }
    counts[begin / group] = count;
  }
}

/// Comparisons give the steps, so that the merge has no branch besides its end.
extern "C" void triangles_gaps(const int *listBegin, const uint16_t *gap, const int *first, const int *second,
                               int *common) {
  constexpr int edges = 131072;
#pragma omp parallel for schedule(dynamic, 1024)
  for (int e = 0; e < edges; ++e) {
    const uint16_t *i = gap + listBegin[first[e]], *endA = gap + listBegin[first[e] + 1];
    const uint16_t *j = gap + listBegin[second[e]], *endB = gap + listBegin[second[e] + 1];
    int count = 0;
    if (i != endA && j != endB) {
      int x = *i, y = *j;
      while (true) {
        const bool stepA = x <= y, stepB = y <= x;
        count += stepA & stepB;
        i += stepA;
        j += stepB;
        if ((i == endA) | (j == endB))
          break;
        x += stepA ? *i : 0;
        y += stepB ? *j : 0;
      }
    }
    common[e] = count;
  }
}

extern "C" void labels_least(const int *rowBegin, const int *neighbour, const int *label, int *next, int *changed,
                             int vertices) {
  int any = 0;
#pragma omp parallel for schedule(dynamic, 2048) reduction(| : any)
  for (int v = 0; v < vertices; ++v) {
    int least = label[v];
#pragma clang loop vectorize(enable) vectorize_width(8) interleave_count(1)
    for (int e = rowBegin[v], end = rowBegin[v + 1]; e < end; ++e)
      least = std::min(least, label[neighbour[e]]);
    next[v] = least;
    any |= least < label[v];
  }
  *changed |= any;
}

/// Blocks of 64 vertices count their votes side by side; a vote and its label make a number whose greatest wins.
extern "C" void labels_majority(const uint32_t *neighbour, const uint8_t *label, uint8_t *next) {
  constexpr int vertices = 131072, labels = 16, degree = 24, block = 64;
#pragma omp parallel for
  for (int begin = 0; begin < vertices; begin += block) {
    uint8_t votes[block][labels] = {};
    for (int k = 0; k < degree; ++k)
      for (int i = 0; i < block; ++i)
        ++votes[i][label[neighbour[k * vertices + begin + i]]];
    for (int i = 0; i < block; ++i) {
      uint16_t best = 0;
      for (int l = 0; l < labels; ++l)
        best = std::max(best, static_cast<uint16_t>(votes[i][l] * labels + labels - 1 - l));
      next[begin + i] = static_cast<uint8_t>(labels - 1 - best % labels);
    }
  }
}
