// The expectation step of Gaussian mixtures: diagonal covariances with points in rows, and planes with full covariances.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define PARTS 8
#define DIMENSIONS 3

kernel void mixture_diagonal_rows(global const float *points, constant float *means, constant float *precisions,
                                  constant float *log_weights, global float *shares, global float *likelihoods, int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  float logs[PARTS], greatest = -INFINITY;
  for (int k = 0; k < PARTS; ++k) {
    float square = 0.0f;
    for (int d = 0; d < DIMENSIONS; ++d) {
      float t = points[i * DIMENSIONS + d] - means[k * DIMENSIONS + d];
      square += t * t * precisions[k * DIMENSIONS + d];
    }
    logs[k] = log_weights[k] - 0.5f * square;
    greatest = fmax(greatest, logs[k]);
  }
  float sum = 0.0f;
  for (int k = 0; k < PARTS; ++k) {
    logs[k] = exp(logs[k] - greatest);
    sum += logs[k];
  }
  for (int k = 0; k < PARTS; ++k)
    shares[i * PARTS + k] = logs[k] / sum;
  likelihoods[i] = greatest + log(sum);
}

#define PLANE_PARTS 4
#define GROUP 128

kernel void mixture_full_columns(global const float *x, global const float *y, constant float2 *means, constant float2 *spreads,
                                 constant float *skews, global float *shares, global float *sums) {
  local float partial[GROUP];
  size_t i = get_global_id(0), count = get_global_size(0);
  int lid = get_local_id(0);
  float density[PLANE_PARTS], total = 0.0f;
  for (int k = 0; k < PLANE_PARTS; ++k) {
    float dx = x[i] - means[k].x, dy = y[i] - means[k].y;
    float square = spreads[k].x * dx * dx + 2.0f * skews[k] * dx * dy + spreads[k].y * dy * dy;
    float determinant = spreads[k].x * spreads[k].y - skews[k] * skews[k];
    density[k] = sqrt(determinant) * exp(-0.5f * square) / (2.0f * M_PI_F * PLANE_PARTS);
    total += density[k];
  }
  for (int k = 0; k < PLANE_PARTS; ++k)
    shares[k * count + i] = density[k] / total;
  partial[lid] = log(total);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = GROUP / 2; step > 0; step >>= 1) {
    if (lid < step)
      partial[lid] += partial[lid + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    sums[get_group_id(0)] = partial[0];
}
