// Triangle rasterisers in fixed point: tiles with lists of triangles in local memory, and one work-item for each triangle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int edge(int2 a, int2 b, int2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

#define TILE 16
#define BATCH 256

// Vertices are in 1/16 pixel, as offsets from the centre of their triangle.
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
raster_tiles_local(global const int2 *centres, global const int2 *offsets, global const float *depths,
                   global const uint *colors, int triangles, global uint *frame, global float *nearest, int width,
                   int height) {
  local int2 corners[BATCH][3];
  local int ids[BATCH];
  local int count;
  const int item = get_local_id(1) * TILE + get_local_id(0);
  const int x = get_global_id(0), y = get_global_id(1);
  const int2 low = (int2)(get_group_id(0), get_group_id(1)) * TILE * 16, high = low + TILE * 16;
  const int2 p = (int2)(x, y) * 16 + 8;
  float z = 1.0f;
  uint color = 0;

  for (int first = 0; first < triangles; first += BATCH) {
    if (item == 0)
      count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int t = first + item;
    if (t < triangles) {
      int2 a = centres[t] + offsets[3 * t], b = centres[t] + offsets[3 * t + 1], c = centres[t] + offsets[3 * t + 2];
      int2 least = min(a, min(b, c)), most = max(a, max(b, c));
      if (most.x >= low.x && most.y >= low.y && least.x < high.x && least.y < high.y) {
        int slot = atomic_inc(&count);
        ids[slot] = t;
        corners[slot][0] = a;
        corners[slot][1] = b;
        corners[slot][2] = c;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < count; i++) {
      int2 a = corners[i][0], b = corners[i][1], c = corners[i][2];
      int wa = edge(b, c, p), wb = edge(c, a, p), wc = edge(a, b, p);
      bool inside = (wa >= 0 && wb >= 0 && wc >= 0) || (wa <= 0 && wb <= 0 && wc <= 0);
      int area = wa + wb + wc;
      if (inside && area != 0) {
        int id = ids[i];
        float d = (wa * depths[3 * id] + wb * depths[3 * id + 1] + wc * depths[3 * id + 2]) / area;
        if (d < z) {
          z = d;
          color = colors[id];
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < width && y < height) {
    frame[y * width + x] = color;
    nearest[y * width + x] = z;
  }
}

// Vertices are in quarters of a pixel.
kernel void raster_triangles_atomic(global const ushort2 *centres, global const char2 *offsets,
                                    global const float *depths, uint triangles, volatile global uint *nearest, int width,
                                    int height) {
  uint t = get_global_id(0);
  if (t >= triangles)
    return;
  int2 centre = convert_int2(centres[t]);
  int2 a = centre + convert_int2(offsets[3 * t]);
  int2 b = centre + convert_int2(offsets[3 * t + 1]);
  int2 c = centre + convert_int2(offsets[3 * t + 2]);
  float za = depths[3 * t], zb = depths[3 * t + 1], zc = depths[3 * t + 2];
  int area = edge(a, b, c);
  if (area == 0)
    return;
  if (area < 0) {
    int2 v = b;
    b = c;
    c = v;
    float z = zb;
    zb = zc;
    zc = z;
    area = -area;
  }
  int x0 = max(min(a.x, min(b.x, c.x)) >> 2, 0), x1 = min(max(a.x, max(b.x, c.x)) >> 2, width - 1);
  int y0 = max(min(a.y, min(b.y, c.y)) >> 2, 0), y1 = min(max(a.y, max(b.y, c.y)) >> 2, height - 1);
  float inverse = 1.0f / area;
  for (int y = y0; y <= y1; y++)
    for (int x = x0; x <= x1; x++) {
      int2 p = (int2)(4 * x + 2, 4 * y + 2);
      int wa = edge(b, c, p), wb = edge(c, a, p), wc = edge(a, b, p);
      if (wa < 0 || wb < 0 || wc < 0)
        continue;
      float z = (wa * za + wb * zb + wc * zc) * inverse;
      atomic_min(&nearest[y * width + x], (uint)(z * 16777215.0f));
    }
}
