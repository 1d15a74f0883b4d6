// Points in a polygon: by crossings of a ray in single precision, and by winding numbers of fixed-point coordinates.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void polygon_crossings(global const float *xs, global const float *ys, constant float2 *vertices,
                              global uchar *inside, int corners, int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  float x = xs[i], y = ys[i];
  bool in = false;
  for (int a = 0, b = corners - 1; a < corners; b = a++) {
    float2 p = vertices[a], q = vertices[b];
    if ((p.y > y) != (q.y > y) && x < (q.x - p.x) * (y - p.y) / (q.y - p.y) + p.x)
      in = !in;
  }
  inside[i] = in;
}

#define CORNERS 96

kernel void polygon_winding_local(global const int2 *points, global const int2 *vertices, global int *windings) {
  local int2 ring[CORNERS + 1];
  for (int k = get_local_id(0); k <= CORNERS; k += get_local_size(0))
    ring[k] = vertices[k == CORNERS ? 0 : k];
  barrier(CLK_LOCAL_MEM_FENCE);
  int2 p = points[get_global_id(0)];
  int winding = 0;
  for (int k = 0; k < CORNERS; ++k) {
    int2 a = ring[k], b = ring[k + 1];
    long side = (long)(b.x - a.x) * (p.y - a.y) - (long)(p.x - a.x) * (b.y - a.y);
    if (a.y <= p.y) {
      if (b.y > p.y && side > 0)
        ++winding;
    } else if (b.y <= p.y && side < 0)
      --winding;
  }
  windings[get_global_id(0)] = winding;
}
