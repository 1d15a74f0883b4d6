// Nearest sites on a sphere: least distance by the haversine formula, and the site of the greatest product of unit vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define RADIUS 6371.0f

// Positions are latitude and longitude in radians; distances are in kilometres.
kernel void haversine_nearest(global const float2 *points, global const float2 *sites, global float *distances, int sites_count,
                              int points_count) {
  int i = get_global_id(0);
  if (i >= points_count)
    return;
  float2 p = points[i];
  float least = INFINITY;
  for (int s = 0; s < sites_count; ++s) {
    float2 q = sites[s];
    float a = sin((q.x - p.x) / 2), b = sin((q.y - p.y) / 2);
    float h = a * a + cos(p.x) * cos(q.x) * b * b;
    least = fmin(least, 2 * RADIUS * asin(sqrt(fmin(h, 1.0f))));
  }
  distances[i] = least;
}

#define TILE 128

kernel void nearest_unit_vectors(global const double *x, global const double *y, global const double *z,
                                 global const double *sites, global int *nearest, int count) {
  local double tile[3 * TILE];
  int i = get_global_id(0), lid = get_local_id(0);
  double px = x[i], py = y[i], pz = z[i], greatest = -DBL_MAX;
  int best = -1;
  for (int first = 0; first < count; first += TILE) {
    for (int k = lid; k < 3 * TILE; k += get_local_size(0))
      tile[k] = sites[3 * first + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 0; s < TILE; ++s) {
      double product = px * tile[3 * s] + py * tile[3 * s + 1] + pz * tile[3 * s + 2];
      if (product > greatest) {
        greatest = product;
        best = first + s;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  nearest[i] = best;
}
