// Gradient noise: octaves of Perlin noise from a table of permutations, and turbulence of simplex noise from hashed corners.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
float gradient(uint hash, float x, float y) {
  float u = hash & 4 ? y : x, v = hash & 4 ? x : y;
  return (hash & 1 ? -u : u) + (hash & 2 ? -2.0f * v : 2.0f * v);
}

float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

float perlin(constant int *table, float x, float y) {
  float left = floor(x), top = floor(y);
  int ix = (int)left, iy = (int)top;
  x -= left;
  y -= top;
  int a = table[ix & 255], b = table[(ix + 1) & 255];
  float n00 = gradient(table[(a + iy) & 255], x, y);
  float n10 = gradient(table[(b + iy) & 255], x - 1.0f, y);
  float n01 = gradient(table[(a + iy + 1) & 255], x, y - 1.0f);
  float n11 = gradient(table[(b + iy + 1) & 255], x - 1.0f, y - 1.0f);
  float u = fade(x), v = fade(y);
  return mix(mix(n00, n10, u), mix(n01, n11, u), v);
}

kernel void perlin_octaves(constant int *table, global float *image, int width, int height, int octaves, float scale) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float sum = 0.0f, amplitude = 0.5f, px = x * scale, py = y * scale;
  for (int i = 0; i < octaves; i++) {
    sum += amplitude * perlin(table, px, py);
    amplitude *= 0.5f;
    px *= 2.0f;
    py *= 2.0f;
  }
  image[y * width + x] = sum;
}

uint cornerHash(int x, int y) {
  uint h = (uint)x * 0x9e3779b1u ^ (uint)y * 0x85ebca77u;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ (h >> 13);
}

float corner(int ix, int iy, float x, float y) {
  float t = 0.5f - x * x - y * y;
  return t < 0.0f ? 0.0f : t * t * t * t * gradient(cornerHash(ix, iy), x, y);
}

float simplex(float x, float y) {
  const float skew = 0.36602540f, unskew = 0.21132487f;
  float s = (x + y) * skew;
  int i = (int)floor(x + s), j = (int)floor(y + s);
  float t = (i + j) * unskew;
  float x0 = x - (i - t), y0 = y - (j - t);
  int i1 = x0 > y0 ? 1 : 0, j1 = 1 - i1;
  return 40.0f * (corner(i, j, x0, y0) + corner(i + i1, j + j1, x0 - i1 + unskew, y0 - j1 + unskew) +
                  corner(i + 1, j + 1, x0 - 1.0f + 2.0f * unskew, y0 - 1.0f + 2.0f * unskew));
}

kernel void simplex_turbulence(global float *restrict image, float scale) {
  size_t i = get_global_id(0);
  float x = (float)(i & 1023) * scale, y = (float)(i >> 10) * scale;
  image[i] = fabs(simplex(x, y)) + 0.5f * fabs(simplex(2.0f * x, 2.0f * y)) + 0.25f * fabs(simplex(4.0f * x, 4.0f * y));
}
