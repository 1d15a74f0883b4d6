// The work of the kernels that trace rays through spheres, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <vector>

/// All rays begin at the camera, so that each sphere's distance from it is found once.
extern "C" void ray_spheres_nearest(const float *spheres, int count, float radiusScale, float lightX, float lightY,
                                    float lightZ, uint8_t *frame, int width, int height) {
  const float originX = 0.5f, originY = 0.5f, originZ = -1.4f;
  std::vector<float> x(count), y(count), z(count), rest(count);
  for (int i = 0; i < count; ++i) {
    const float *s = spheres + 4 * i, radius = s[3] * radiusScale;
    x[i] = s[0] - originX;
    y[i] = s[1] - originY;
    z[i] = s[2] - originZ;
    rest[i] = radius * radius - (x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
  }
#pragma omp parallel for schedule(dynamic, 4) firstprivate(width, height, count)
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; column += LANES) {
      const Points direction = normalized({(counted(float(column)) + 0.5f - 0.5f * float(width)) / float(height),
                                           all((float(row) + 0.5f - 0.5f * float(height)) / float(height)), all(1.3f)});
      Floats nearest = all(INFINITY);
      Mask hit = Mask{} - 1;
      for (int i = 0; i < count; ++i) {
        Floats along = direction.x * x[i] + direction.y * y[i] + direction.z * z[i], d = along * along + rest[i];
        if (!any(d >= 0.0f))
          continue;
        Floats t = along - squareRoot(most(d, Floats{}));
        Mask better = (d >= 0.0f) & (t > 0.0f) & (t < nearest);
        nearest = better ? t : nearest;
        hit = better ? Mask{} + i : hit;
      }
      for (int lane = 0; lane < std::min(LANES, width - column); ++lane) {
        uint8_t *pixel = frame + 4 * (row * width + column + lane);
        const int i = hit[lane];
        if (i < 0) {
          std::memcpy(pixel, "\x14\x18\x28\xff", 4);
          continue;
        }
        const float *s = spheres + 4 * i, t = nearest[lane], radius = s[3] * radiusScale;
        const float nx = (originX + t * direction.x[lane] - s[0]) / radius,
                    ny = (originY + t * direction.y[lane] - s[1]) / radius,
                    nz = (originZ + t * direction.z[lane] - s[2]) / radius;
        const float diffuse = 0.15f + 0.85f * std::max(nx * lightX + ny * lightY + nz * lightZ, 0.0f);
        pixel[0] = uint8_t(std::min(float(60 + (i * 37) % 196) * diffuse, 255.0f));
        pixel[1] = uint8_t(std::min(float(60 + (i * 71) % 196) * diffuse, 255.0f));
        pixel[2] = uint8_t(std::min(float(60 + (i * 113) % 196) * diffuse, 255.0f));
        pixel[3] = 255;
      }
    }
}

extern "C" void ambient_spheres_any(const float *px, const float *py, const float *pz, const float *directions,
                                    int directionCount, const float *cx, const float *cy, const float *cz,
                                    const float *radii, int sphereCount, uint8_t *open) {
  const int points = 65536;
#pragma omp parallel for schedule(static) firstprivate(directionCount, sphereCount)
  for (int point = 0; point < points; point += LANES) {
    const Floats x = load(px + point), y = load(py + point), z = load(pz + point);
    Mask visible = {};
    for (int k = 0; k < directionCount; ++k) {
      const float dx = directions[3 * k], dy = directions[3 * k + 1], dz = directions[3 * k + 2];
      const float a = dx * dx + dy * dy + dz * dz;
      Mask blocked = {};
      for (int s = 0; s < sphereCount; ++s) {
        Floats ox = cx[s] - x, oy = cy[s] - y, oz = cz[s] - z;
        Floats b = ox * dx + oy * dy + oz * dz, c = ox * ox + oy * oy + oz * oz - radii[s] * radii[s];
        blocked |= (b > 0.0f) & (b * b >= a * c);
        if (!any(~blocked))
          break;
      }
      visible += blocked + 1;
    }
    for (int lane = 0; lane < LANES; ++lane)
      open[point + lane] = uint8_t(visible[lane]);
  }
}

namespace {
/// Spheres of the cells, computed once for all rays.
struct Grid {
  static constexpr int SIDE = 16;
  struct Sphere {
    float x, y, z, radius;
  };
  std::vector<Sphere> spheres;

  explicit Grid(const float *jitter) : spheres(SIDE * SIDE * SIDE) {
    for (int i = 0; i < SIDE * SIDE * SIDE; ++i) {
      const float *j = jitter + 4 * i, radius = 0.05f + 0.25f * j[3], room = 1.0f - 2.0f * radius;
      spheres[i] = {float(i % SIDE) + radius + room * j[0], float(i / SIDE % SIDE) + radius + room * j[1],
                    float(i / (SIDE * SIDE)) + radius + room * j[2], radius};
    }
  }

  /// Walks from cell to cell along the ray; the first sphere hit is the nearest, as each lies inside its cell.
  float trace(const float *o, const float *d, int &hit) const {
    float inverse[3], next[3], enter = 0.0f, leave = 1e30f;
    int cell[3], step[3];
    for (int k = 0; k < 3; ++k) {
      inverse[k] = 1.0f / d[k];
      const float t0 = -o[k] * inverse[k], t1 = (float(SIDE) - o[k]) * inverse[k];
      enter = std::max(enter, std::min(t0, t1));
      leave = std::min(leave, std::max(t0, t1));
    }
    if (enter > leave)
      return -1.0f;
    for (int k = 0; k < 3; ++k) {
      cell[k] = std::clamp(int(std::floor(o[k] + enter * d[k])), 0, SIDE - 1);
      step[k] = d[k] < 0 ? -1 : 1;
      next[k] = (float(cell[k] + (d[k] >= 0)) - o[k]) * inverse[k];
    }
    while (true) {
      const int index = (cell[2] * SIDE + cell[1]) * SIDE + cell[0];
      const Sphere &s = spheres[index];
      const float x = s.x - o[0], y = s.y - o[1], z = s.z - o[2], along = x * d[0] + y * d[1] + z * d[2];
      const float ax = x - along * d[0], ay = y - along * d[1], az = z - along * d[2];
      const float square = s.radius * s.radius - (ax * ax + ay * ay + az * az);
      if (square >= 0.0f && along - std::sqrt(square) > 0.0f) {
        hit = index;
        return along - std::sqrt(square);
      }
      const int k = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : (next[1] < next[2] ? 1 : 2);
      cell[k] += step[k];
      if (cell[k] < 0 || cell[k] >= SIDE)
        return -1.0f;
      next[k] = (float(cell[k] + (step[k] > 0)) - o[k]) * inverse[k];
    }
  }
};

void normalize(float *d) {
  const float inverse = 1.0f / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  for (int k = 0; k < 3; ++k)
    d[k] *= inverse;
}
} // namespace

extern "C" void ray_kdtree_camera(const float *jitter, float *distance, int *hits, int width, int height) {
  const Grid grid(jitter);
  const float origin[3] = {8.3f, 7.8f, -9.5f};
#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float d[3] = {(float(x) - 0.43f * float(width)) / float(height),
                    (float(y) - 0.56f * float(height)) / float(height), 1.1f};
      normalize(d);
      int hit = -1;
      distance[y * width + x] = grid.trace(origin, d, hit);
      hits[y * width + x] = hit;
    }
}

extern "C" void ray_kdtree_random(const float *jitter, const float *origins, const float *directions, float *distance) {
  const int rays = 131072;
  const Grid grid(jitter);
#pragma omp parallel for schedule(dynamic, 1024)
  for (int ray = 0; ray < rays; ++ray) {
    float d[3] = {directions[3 * ray], directions[3 * ray + 1], directions[3 * ray + 2]};
    normalize(d);
    int hit;
    distance[ray] = grid.trace(origins + 3 * ray, d, hit);
  }
}
