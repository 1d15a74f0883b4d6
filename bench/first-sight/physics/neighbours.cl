// Forces between particles by lists of neighbours: Lennard-Jones, and contacts of grains.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The k-th neighbours of all atoms stand together.
kernel void lennard_jones_lists(global const float4 *position, global float4 *force, global const int *neighbours,
                                global const int *counts, int atoms, float cutoff2, float least2) {
  int i = get_global_id(0);
  if (i >= atoms)
    return;
  float4 here = position[i];
  float4 sum = (float4)(0.0f);
  int count = counts[i];
  for (int k = 0; k < count; k++) {
    int j = neighbours[k * atoms + i];
    float4 there = position[j];
    float dx = here.x - there.x, dy = here.y - there.y, dz = here.z - there.z;
    float r2 = dx * dx + dy * dy + dz * dz;
    if (r2 < cutoff2) {
      float inverse2 = 1.0f / fmax(r2, least2);
      float inverse6 = inverse2 * inverse2 * inverse2;
      float strength = 24.0f * inverse2 * inverse6 * (2.0f * inverse6 - 1.0f);
      sum.x += dx * strength;
      sum.y += dy * strength;
      sum.z += dz * strength;
      sum.w += 4.0f * inverse6 * (inverse6 - 1.0f);
    }
  }
  force[i] = sum;
}

#define NEIGHBOURS 32

// A list holds the distances of its neighbours in the order of the grains, which follows space.
kernel void grain_contacts(global const double *restrict px, global const double *restrict py,
                           global const double *restrict pz, global const double *restrict radius,
                           global const short *restrict offsets, global double *restrict fx, global double *restrict fy,
                           global double *restrict fz, double stiffness) {
  int i = get_global_id(0), last = get_global_size(0) - 1;
  double x = px[i], y = py[i], z = pz[i], r = radius[i];
  double sx = 0.0, sy = 0.0, sz = 0.0;
  for (int k = 0; k < NEIGHBOURS; ++k) {
    int j = clamp(i + offsets[i * NEIGHBOURS + k], 0, last);
    double dx = x - px[j], dy = y - py[j], dz = z - pz[j];
    double distance = sqrt(dx * dx + dy * dy + dz * dz);
    double overlap = r + radius[j] - distance;
    if (j != i && overlap > 0.0) {
      double push = stiffness * overlap * sqrt(overlap) / distance;
      sx += push * dx;
      sy += push * dy;
      sz += push * dz;
    }
  }
  fx[i] = sx;
  fy[i] = sy;
  fz[i] = sz;
}
