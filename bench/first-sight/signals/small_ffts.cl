// Small Fourier transforms: of 16 points in private memory, and of 256 points by a work-group in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

void butterfly(float2 *v0, float2 *v1, float2 *v2, float2 *v3) {
  float2 a = *v0 + *v2, b = *v0 - *v2, c = *v1 + *v3, d = *v1 - *v3;
  d = (float2)(d.y, -d.x);
  *v0 = a + c;
  *v1 = b + d;
  *v2 = a - c;
  *v3 = b - d;
}

constant float2 ROOTS[10] = {
    (float2)(1.0f, 0.0f), (float2)(0.92387953f, -0.38268343f), (float2)(0.70710678f, -0.70710678f),
    (float2)(0.38268343f, -0.92387953f), (float2)(0.0f, -1.0f), (float2)(-0.38268343f, -0.92387953f),
    (float2)(-0.70710678f, -0.70710678f), (float2)(-0.92387953f, -0.38268343f), (float2)(-1.0f, 0.0f),
    (float2)(-0.92387953f, 0.38268343f)};

kernel void fft16_private(global const float2 *in, global float2 *out, int batch) {
  int i = get_global_id(0);
  if (i >= batch)
    return;
  float2 v[16];
  for (int k = 0; k < 16; ++k)
    v[k] = in[16 * i + k];
  for (int k = 0; k < 4; ++k)
    butterfly(&v[k], &v[k + 4], &v[k + 8], &v[k + 12]);
  for (int j = 1; j < 4; ++j)
    for (int k = 1; k < 4; ++k)
      v[k + 4 * j] = times(v[k + 4 * j], ROOTS[k * j]);
  for (int j = 0; j < 4; ++j)
    butterfly(&v[4 * j], &v[4 * j + 1], &v[4 * j + 2], &v[4 * j + 3]);
  for (int j = 0; j < 4; ++j)
    for (int m = 0; m < 4; ++m)
      out[16 * i + j + 4 * m] = v[4 * j + m];
}

#define POINTS 256
#define ITEMS 64

// Stockham's order: four passes of radix 4.
kernel void fft256_local(global const float2 *in, global float2 *out) {
  local float2 points[POINTS];
  int lid = get_local_id(0);
  size_t base = get_group_id(0) * POINTS;
  float2 v[4];
  for (int r = 0; r < 4; ++r)
    v[r] = in[base + lid + r * ITEMS];
  for (int done = 1; done < POINTS; done *= 4) {
    int within = lid & (done - 1);
    float angle = -2.0f * M_PI_F * within / (4 * done), cosine;
    float sine = sincos(angle, &cosine);
    float2 w = (float2)(cosine, sine), w2 = times(w, w);
    v[1] = times(v[1], w);
    v[2] = times(v[2], w2);
    v[3] = times(v[3], times(w2, w));
    butterfly(&v[0], &v[1], &v[2], &v[3]);
    if (done == POINTS / 4)
      break;
    int to = (lid - within) * 4 + within;
    for (int r = 0; r < 4; ++r)
      points[to + r * done] = v[r];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < 4; ++r)
      v[r] = points[lid + r * ITEMS];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 4; ++r)
    out[base + lid + r * ITEMS] = v[r];
}
