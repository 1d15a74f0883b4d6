// The work of the rasterising kernels, as careful C++: bands of rows for the threads, spans of pixels for vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <vector>

namespace {
/// A triangle with positive area; an edge's value is a + dx * x + dy * y at the pixel (x, y).
struct Triangle {
  int left, right, top, bottom; // pixels, inclusive
  int at[3], dx[3], dy[3];
  float depth[3], inverse;
  uint32_t color;
};

struct Point {
  int x, y;
};

/// False for a triangle without area or outside the frame; a pixel has so many units of the fixed point.
bool setUp(Point a, Point b, Point c, const float *depths, int unit, int width, int height, Triangle &out) {
  float za = depths[0], zb = depths[1], zc = depths[2];
  int area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (area == 0)
    return false;
  if (area < 0) {
    std::swap(b, c);
    std::swap(zb, zc);
    area = -area;
  }
  auto pixel = [unit](int v) { return v >= 0 ? v / unit : -1; };
  out.left = std::max(pixel(std::min({a.x, b.x, c.x})), 0);
  out.right = std::min(pixel(std::max({a.x, b.x, c.x})), width - 1);
  out.top = std::max(pixel(std::min({a.y, b.y, c.y})), 0);
  out.bottom = std::min(pixel(std::max({a.y, b.y, c.y})), height - 1);
  const Point from[3] = {b, c, a}, to[3] = {c, a, b};
  for (int k = 0; k < 3; ++k) {
    const int ex = to[k].x - from[k].x, ey = to[k].y - from[k].y;
    out.dx[k] = -ey * unit;
    out.dy[k] = ex * unit;
    out.at[k] = ex * (unit / 2 - from[k].y) - ey * (unit / 2 - from[k].x);
  }
  out.depth[0] = za;
  out.depth[1] = zb;
  out.depth[2] = zc;
  out.inverse = 1.0f / float(area);
  return out.left <= out.right && out.top <= out.bottom;
}

void fillSpan(const Triangle &t, int y, uint32_t *__restrict colors, float *__restrict nearest) {
  const int a = t.at[0] + t.dy[0] * y, b = t.at[1] + t.dy[1] * y, c = t.at[2] + t.dy[2] * y;
  const int da = t.dx[0], db = t.dx[1], dc = t.dx[2];
  const float za = t.depth[0], zb = t.depth[1], zc = t.depth[2], inverse = t.inverse;
  const uint32_t color = t.color;
#pragma omp simd
  for (int x = t.left; x <= t.right; ++x) {
    const int wa = a + da * x, wb = b + db * x, wc = c + dc * x;
    const float z = (float(wa) * za + float(wb) * zb + float(wc) * zc) * inverse, old = nearest[x];
    const bool shown = ((wa | wb | wc) >= 0) & (z < old);
    nearest[x] = shown ? z : old;
    colors[x] = shown ? color : colors[x];
  }
}

void fillSpan(const Triangle &t, int y, uint32_t *__restrict nearest) {
  const int a = t.at[0] + t.dy[0] * y, b = t.at[1] + t.dy[1] * y, c = t.at[2] + t.dy[2] * y;
  const int da = t.dx[0], db = t.dx[1], dc = t.dx[2];
  const float za = t.depth[0], zb = t.depth[1], zc = t.depth[2], inverse = t.inverse;
#pragma omp simd
  for (int x = t.left; x <= t.right; ++x) {
    const int wa = a + da * x, wb = b + db * x, wc = c + dc * x;
    const float z = (float(wa) * za + float(wb) * zb + float(wc) * zc) * inverse;
    const uint32_t depth = uint32_t(int32_t(z * 16777215.0f)), old = nearest[x];
    const bool shown = ((wa | wb | wc) >= 0) & (depth < old);
    nearest[x] = shown ? depth : old;
  }
}
} // namespace

extern "C" void raster_tiles_local(const int *centres, const int *offsets, const float *depths, const uint32_t *colors,
                                   int count, uint32_t *frame, float *nearest, int width, int height) {
  const int band = 32;
  std::vector<Triangle> triangles;
  triangles.reserve(count);
  for (int t = 0; t < count; ++t) {
    auto corner = [&](int k) {
      return Point{centres[2 * t] + offsets[6 * t + 2 * k], centres[2 * t + 1] + offsets[6 * t + 2 * k + 1]};
    };
    Triangle triangle;
    triangle.color = colors[t];
    if (setUp(corner(0), corner(1), corner(2), depths + 3 * t, 16, width, height, triangle))
      triangles.push_back(triangle);
  }
#pragma omp parallel for schedule(dynamic)
  for (int begin = 0; begin < height; begin += band) {
    const int end = std::min(begin + band, height);
    std::fill(frame + begin * width, frame + end * width, 0u);
    std::fill(nearest + begin * width, nearest + end * width, 1.0f);
    for (const Triangle &t : triangles)
      for (int y = std::max(begin, t.top); y <= std::min(end - 1, t.bottom); ++y)
        fillSpan(t, y, frame + y * width, nearest + y * width);
  }
}

extern "C" void raster_triangles_atomic(const uint16_t *centres, const int8_t *offsets, const float *depths,
                                        unsigned count, uint32_t *nearest, int width, int height) {
  const int band = 64;
  std::vector<Triangle> triangles(count);
#pragma omp parallel
  {
#pragma omp for
    for (int t = 0; t < int(count); ++t) {
      auto corner = [&](int k) {
        return Point{centres[2 * t] + offsets[6 * t + 2 * k], centres[2 * t + 1] + offsets[6 * t + 2 * k + 1]};
      };
      if (!setUp(corner(0), corner(1), corner(2), depths + 3 * t, 4, width, height, triangles[t]))
        triangles[t].bottom = -1;
    }
#pragma omp for schedule(dynamic)
    for (int begin = 0; begin < height; begin += band)
      for (const Triangle &t : triangles)
        for (int y = std::max(begin, t.top); y <= std::min({begin + band - 1, height - 1, t.bottom}); ++y)
          fillSpan(t, y, nearest + y * width);
  }
}
