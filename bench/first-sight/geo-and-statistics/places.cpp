// The work of the kernels on polygons, spheres and clusters, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lanes.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

/// Edges with their slope beforehand, so that no division is left; four vectors of points share each edge.
extern "C" void polygon_crossings(const float *xs, const float *ys, const float *vertices, uint8_t *inside, int corners,
                                  int count) {
  struct Edge {
    float x, y, otherY, slope;
  };
  std::vector<Edge> edges;
  for (int a = 0, b = corners - 1; a < corners; b = a++) {
    float x = vertices[2 * a], y = vertices[2 * a + 1], otherX = vertices[2 * b], otherY = vertices[2 * b + 1];
    if (y != otherY)
      edges.push_back({x, y, otherY, (otherX - x) / (otherY - y)});
  }
  constexpr int vectors = 4, block = vectors * lanes;
#pragma omp parallel for
  for (int group = 0; group < (count + block - 1) / block; ++group) {
    // The last block may repeat some points of the one before.
    int first = std::min(group * block, count - block);
    Floats x[vectors], y[vectors];
    Ints in[vectors] = {};
    for (int v = 0; v < vectors; ++v) {
      x[v] = loadVector<Floats>(xs + first + v * lanes);
      y[v] = loadVector<Floats>(ys + first + v * lanes);
    }
    for (const Edge &edge : edges)
      for (int v = 0; v < vectors; ++v)
        in[v] ^= ((edge.y > y[v]) ^ (edge.otherY > y[v])) & (x[v] < edge.slope * (y[v] - edge.y) + edge.x);
    for (int v = 0; v < vectors; ++v)
      for (int lane = 0; lane < lanes; ++lane)
        inside[first + v * lanes + lane] = in[v][lane] & 1;
  }
}

/// Double precision holds the products exactly, as coordinates have at most 21 bits.
extern "C" void polygon_winding_local(const int32_t *points, const int32_t *vertices, int32_t *windings) {
  constexpr int count = 262144, corners = 96, vectors = 2, width = 4;
  double ring[corners + 1][2];
  for (int k = 0; k <= corners; ++k)
    for (int c = 0; c < 2; ++c)
      ring[k][c] = vertices[2 * (k % corners) + c];
#pragma omp parallel for
  for (int first = 0; first < count; first += vectors * width) {
    Doubles x[vectors], y[vectors];
    Longs winding[vectors] = {};
    for (int v = 0; v < vectors; ++v)
      for (int lane = 0; lane < width; ++lane) {
        x[v][lane] = points[2 * (first + v * width + lane)];
        y[v][lane] = points[2 * (first + v * width + lane) + 1];
      }
    for (int k = 0; k < corners; ++k) {
      double ax = ring[k][0], ay = ring[k][1], dx = ring[k + 1][0] - ax, dy = ring[k + 1][1] - ay;
      // An edge winds in the direction it goes, so only one of the two tests applies to it.
      if (dy > 0)
        for (int v = 0; v < vectors; ++v)
          winding[v] -= (y[v] >= ay) & (y[v] < ay + dy) & (dx * (y[v] - ay) - (x[v] - ax) * dy > 0);
      else
        for (int v = 0; v < vectors; ++v)
          winding[v] += (y[v] < ay) & (y[v] >= ay + dy) & (dx * (y[v] - ay) - (x[v] - ax) * dy < 0);
    }
    for (int v = 0; v < vectors; ++v)
      for (int lane = 0; lane < width; ++lane)
        windings[first + v * width + lane] = static_cast<int32_t>(winding[v][lane]);
  }
}

/// The nearest site has the shortest chord between unit vectors; an arc is computed once for each point.
extern "C" void haversine_nearest(const float *points, const float *sites, float *distances, int sitesCount,
                                  int pointsCount) {
  constexpr float radius = 6371.0f;
  struct Unit {
    float x, y, z;
  };
  auto unit = [](float latitude, float longitude) {
    return Unit{std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
  };
  std::vector<Unit> units;
  for (int s = 0; s < sitesCount; ++s)
    units.push_back(unit(sites[2 * s], sites[2 * s + 1]));
  constexpr int vectors = 2, block = vectors * lanes;
#pragma omp parallel for
  for (int group = 0; group < (pointsCount + block - 1) / block; ++group) {
    int first = std::min(group * block, pointsCount - block);
    Floats x[vectors], y[vectors], z[vectors], least[vectors];
    for (int v = 0; v < vectors; ++v) {
      for (int lane = 0; lane < lanes; ++lane) {
        int i = first + v * lanes + lane;
        auto [ux, uy, uz] = unit(points[2 * i], points[2 * i + 1]);
        x[v][lane] = ux;
        y[v][lane] = uy;
        z[v][lane] = uz;
      }
      least[v] = Floats{} + 4.0f;
    }
    for (const Unit &u : units)
      for (int v = 0; v < vectors; ++v) {
        Floats dx = x[v] - u.x, dy = y[v] - u.y, dz = z[v] - u.z;
        least[v] = lesser(least[v], dx * dx + dy * dy + dz * dz);
      }
    for (int v = 0; v < vectors; ++v)
      for (int lane = 0; lane < lanes; ++lane)
        distances[first + v * lanes + lane] = 2 * radius * std::asin(std::min(std::sqrt(least[v][lane]) / 2, 1.0f));
  }
}

extern "C" void nearest_unit_vectors(const double *x, const double *y, const double *z, const double *sites,
                                     int32_t *nearest, int count) {
  constexpr int points = 65536, vectors = 4, width = 4;
#pragma omp parallel for
  for (int first = 0; first < points; first += vectors * width) {
    Doubles px[vectors], py[vectors], pz[vectors], greatest[vectors];
    Longs best[vectors];
    for (int v = 0; v < vectors; ++v) {
      px[v] = loadVector<Doubles>(x + first + v * width);
      py[v] = loadVector<Doubles>(y + first + v * width);
      pz[v] = loadVector<Doubles>(z + first + v * width);
      greatest[v] = Doubles{} - DBL_MAX;
      best[v] = ~Longs{};
    }
    for (int s = 0; s < count; ++s)
      for (int v = 0; v < vectors; ++v) {
        Doubles product = px[v] * sites[3 * s] + py[v] * sites[3 * s + 1] + pz[v] * sites[3 * s + 2];
        Longs better = product > greatest[v];
        greatest[v] = better ? product : greatest[v];
        best[v] = better ? Longs{} + s : best[v];
      }
    for (int v = 0; v < vectors; ++v)
      for (int lane = 0; lane < width; ++lane)
        nearest[first + v * width + lane] = static_cast<int32_t>(best[v][lane]);
  }
}

/// Eight points are transposed into vectors of one feature, so that their sums need no reduction.
extern "C" void kmeans_assign_rows(const float *points, const float *centres, int32_t *labels, int clusters,
                                   int count) {
  constexpr int features = 8;
#pragma omp parallel for
  for (int group = 0; group < (count + lanes - 1) / lanes; ++group) {
    int first = std::min(group * lanes, count - lanes);
    Floats point[features], least = Floats{} + FLT_MAX;
    Ints label{};
    for (int k = 0; k < lanes; ++k)
      point[k] = loadVector<Floats>(points + (first + k) * features);
    transpose(point);
    for (int c = 0; c < clusters; ++c) {
      Floats distance{};
      for (int f = 0; f < features; ++f) {
        Floats d = point[f] - centres[c * features + f];
        distance += d * d;
      }
      Ints nearer = distance < least;
      least = lesser(distance, least);
      label = nearer ? Ints{} + c : label;
    }
    storeVector(labels + first, label);
  }
}

/// Features in pairs make products that are added in pairs, which is one instruction on many processors.
extern "C" void kmeans_assign_byte_columns(const uint8_t *features, const uint8_t *centres, uint8_t *labels,
                                           uint32_t *distances) {
  constexpr int count = 524288, bytes = 16, clusters = 16;
  using Shorts = int16_t __attribute__((vector_size(32)));
  using Bytes = uint8_t __attribute__((vector_size(16)));
  using Eight = uint8_t __attribute__((vector_size(8)));
#pragma omp parallel for
  for (int first = 0; first < count; first += lanes) {
    Shorts pairs[bytes / 2];
    for (int f = 0; f < bytes; f += 2) {
      Eight even = loadVector<Eight>(features + static_cast<size_t>(f) * count + first),
            odd = loadVector<Eight>(features + static_cast<size_t>(f + 1) * count + first);
      Bytes both = __builtin_shufflevector(even, odd, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
      pairs[f / 2] = __builtin_convertvector(both, Shorts);
    }
    Ints least = Ints{} + INT32_MAX, label{};
    for (int c = 0; c < clusters; ++c) {
      Ints distance{};
      for (int f = 0; f < bytes; f += 2) {
        int32_t pair = centres[c * bytes + f] | centres[c * bytes + f + 1] << 16;
        Shorts d = pairs[f / 2] - reinterpret_cast<Shorts>(Ints{} + pair);
        auto even = __builtin_convertvector(__builtin_shufflevector(d, d, 0, 2, 4, 6, 8, 10, 12, 14), Ints);
        auto odd = __builtin_convertvector(__builtin_shufflevector(d, d, 1, 3, 5, 7, 9, 11, 13, 15), Ints);
        distance += even * even + odd * odd;
      }
      Ints nearer = distance < least;
      least = nearer ? distance : least;
      label = nearer ? Ints{} + c : label;
    }
    storeVector(labels + first, __builtin_convertvector(label, Eight));
    storeVector(distances + first, least);
  }
}
