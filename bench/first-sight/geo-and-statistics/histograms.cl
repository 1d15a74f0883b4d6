// Histograms: of numbers in local memory, joined by atomics, and joint ones of two images by atomics in global memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BINS 256

kernel void histogram_local_bins(global const float *values, global uint *counts, float low, float scale, int count) {
  local uint own[BINS];
  int lid = get_local_id(0), size = get_local_size(0);
  for (int k = lid; k < BINS; k += size)
    own[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
    int bin = (int)((values[i] - low) * scale);
    atomic_inc(&own[clamp(bin, 0, BINS - 1)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = lid; k < BINS; k += size)
    if (own[k] != 0)
      atomic_add(&counts[k], own[k]);
}

kernel void histogram_joint_images(global const ushort *first, global const ushort *second, global int *counts, int width,
                                   int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) {
    int at = y * width + x;
    atomic_inc(counts + (first[at] >> 10) * 64 + (second[at] >> 10));
  }
}
