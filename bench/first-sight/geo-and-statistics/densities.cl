// Kernel estimates of densities: Gaussian on the line, and Epanechnikov's in the plane by tiles in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void density_gaussian(global const float *places, global const float *samples, global float *densities,
                             float bandwidth, int samples_count, int places_count) {
  int i = get_global_id(0);
  if (i >= places_count)
    return;
  float place = places[i], sum = 0.0f;
  for (int k = 0; k < samples_count; ++k) {
    float u = (place - samples[k]) / bandwidth;
    sum += exp(-0.5f * u * u);
  }
  densities[i] = sum / (samples_count * bandwidth * sqrt(2.0f * M_PI_F));
}

#define TILE 256

kernel void density_epanechnikov_local(global const float2 *places, global const float2 *samples, global float *densities,
                                       float bandwidth, int tiles) {
  local float2 tile[TILE];
  float2 place = places[get_global_id(0)];
  float inverse = 1.0f / (bandwidth * bandwidth), sum = 0.0f;
  for (int t = 0; t < tiles; ++t) {
    tile[get_local_id(0)] = samples[t * TILE + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) {
      float2 d = place - tile[k];
      sum += fmax(1.0f - dot(d, d) * inverse, 0.0f);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  densities[get_global_id(0)] = sum * 2.0f * M_1_PI_F * inverse / (tiles * TILE);
}
