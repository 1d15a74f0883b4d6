// The assignment step of k-means: points in rows of single precision, and bytes whose features stand in columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FEATURES 8

kernel void kmeans_assign_rows(global const float *points, constant float *centres, global int *labels, int clusters,
                               int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  float least = FLT_MAX;
  int label = 0;
  for (int c = 0; c < clusters; ++c) {
    float distance = 0.0f;
    for (int f = 0; f < FEATURES; ++f) {
      float d = points[i * FEATURES + f] - centres[c * FEATURES + f];
      distance += d * d;
    }
    if (distance < least) {
      least = distance;
      label = c;
    }
  }
  labels[i] = label;
}

#define BYTES 16
#define CLUSTERS 16

kernel void kmeans_assign_byte_columns(global const uchar *features, global const uchar *centres, global uchar *labels,
                                       global uint *distances) {
  local uchar own[CLUSTERS][BYTES];
  size_t i = get_global_id(0), count = get_global_size(0);
  int lid = get_local_id(0);
  own[lid / BYTES][lid % BYTES] = centres[lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  uchar point[BYTES];
  for (int f = 0; f < BYTES; ++f)
    point[f] = features[f * count + i];
  uint least = UINT_MAX;
  uchar label = 0;
  for (int c = 0; c < CLUSTERS; ++c) {
    uint distance = 0;
    for (int f = 0; f < BYTES; ++f) {
      uint d = abs_diff(point[f], own[c][f]);
      distance += d * d;
    }
    if (distance < least) {
      least = distance;
      label = c;
    }
  }
  labels[i] = label;
  distances[i] = least;
}
