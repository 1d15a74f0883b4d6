// The work of the kernels that march rays through distance fields, as careful C++: eight rays at a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../exponential.h"
#include "vectors.h"
#include <algorithm>

namespace {
Floats sceneDistance(Points p) {
  Floats ball = length(p + Points{Floats{}, all(-0.4f), Floats{}}) - 0.7f;
  Floats across = squareRoot(p.x * p.x + p.z * p.z) - 1.2f, torus = squareRoot(across * across + p.y * p.y) - 0.25f;
  Floats h = most(0.3f - absolute(ball - torus), Floats{}) * (1.0f / 0.3f);
  return least(least(ball, torus) - h * h * (0.3f * 0.25f), p.y + 0.8f);
}

Floats shadowOf(Points p, Mask active, const float *light) {
  Floats shadow = all(1.0f), s = all(0.05f);
  for (int step = 0; step < 32 && any(active); ++step) {
    Floats d = sceneDistance(p + s * Points{all(light[0]), all(light[1]), all(light[2])});
    shadow = active ? least(shadow, 8.0f * d / s) : shadow;
    s += least(most(d, all(0.02f)), all(0.4f));
    active &= (shadow >= 0.001f) & (s <= 6.0f);
  }
  return least(most(shadow, Floats{}), all(1.0f));
}

Floats shadeOf(Points origin, Points direction) {
  const float light[3] = {0.48f, 0.64f, -0.6f}, e = 0.002f;
  Floats t = {};
  Mask active = Mask{} - 1, hit = {};
  for (int step = 0; step < 96 && any(active); ++step) {
    Floats d = sceneDistance(origin + t * direction);
    Mask reached = active & (d < 0.0005f * t);
    hit |= reached;
    active &= ~reached;
    t += active ? d : Floats{};
    active &= t <= 20.0f;
  }
  Floats shade = 0.6f + 0.4f * direction.y;
  if (!any(hit))
    return shade;
  const Points p = origin + t * direction;
  auto beside = [&](float x, float y, float z) { return sceneDistance(p + Points{all(x), all(y), all(z)}); };
  const Floats a = beside(e, -e, -e), b = beside(-e, -e, e), c = beside(-e, e, -e), d = beside(e, e, e);
  const Points normal = normalized({a - b - c + d, c + d - a - b, b + d - a - c});
  const Floats diffuse = most(normal.x * light[0] + normal.y * light[1] + normal.z * light[2], Floats{});
  return hit ? 0.1f + 0.9f * diffuse * shadowOf(p, hit & (diffuse > 0.0f), light) : shade;
}

void store(Floats value, float *to, int n) { std::memcpy(to, &value, std::min(n, LANES) * sizeof(float)); }
} // namespace

extern "C" void march_scene_shaded(float *image, int width, int height, float cameraX, float cameraY, float cameraZ) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; x += LANES) {
      const Points direction =
          normalized({(counted(float(x)) + 0.5f - float(width) * 0.5f) / float(height),
                      all((float(height) * 0.5f - float(y) - 0.5f) / float(height) - 0.2f), all(1.2f)});
      store(shadeOf({all(cameraX), all(cameraY), all(cameraZ)}, direction), image + y * width + x, width - x);
    }
}

extern "C" void march_boxes_repeat(float *fog, float cameraX, float cameraY, float cameraZ, float extent, int steps) {
  const int width = 640, height = 384;
  auto repeated = [](Floats p) { return absolute(p - 4.0f * lowered(p * 0.25f) - 2.0f); };
#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; x += LANES) {
      const Points direction = normalized({(counted(float(x)) + 0.5f - 0.5f * float(width)) / float(height),
                                           all((float(y) + 0.5f - 0.5f * float(height)) / float(height)), all(0.9f)});
      Floats travelled = {};
      Mask active = Mask{} - 1;
      for (int i = 0; i < steps && any(active); ++i) {
        Points p = {cameraX + travelled * direction.x, cameraY + travelled * direction.y,
                    cameraZ + travelled * direction.z};
        Points q = {repeated(p.x) - extent, repeated(p.y) - extent, repeated(p.z) - extent};
        Floats outside = length({most(q.x, Floats{}), most(q.y, Floats{}), most(q.z, Floats{})});
        Floats distance = outside + least(most(q.x, most(q.y, q.z)), Floats{}) - 0.1f;
        active &= (distance >= 0.001f) & (travelled <= 60.0f);
        travelled += active ? distance : Floats{};
      }
      float *out = fog + y * width + x;
      for (int lane = 0; lane < LANES; ++lane)
        out[lane] = exponential(-0.06f * travelled[lane]);
    }
}
