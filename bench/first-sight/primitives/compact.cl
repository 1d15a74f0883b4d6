// Compaction: the elements above a threshold are kept.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// In any order, at places from one counter.
kernel void compact_counter(global const float *in, global float *out, volatile global int *count, float threshold,
                            int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float value = in[i];
  if (value > threshold)
    out[atomic_inc(count)] = value;
}

#define GROUP 256

// In order within each tile, at places from a prefix sum.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
compact_tiles(global const short *restrict in, global short *restrict out, global int *restrict counts,
              short threshold) {
  local int places[GROUP];
  int id = get_local_id(0);
  short value = in[get_global_id(0)];
  int keep = value > threshold;
  places[id] = keep;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < GROUP; step <<= 1) {
    int left = 0;
    if (id >= step)
      left = places[id - step];
    barrier(CLK_LOCAL_MEM_FENCE);
    places[id] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (keep)
    out[get_group_id(0) * GROUP + places[id] - 1] = value;
  if (id == GROUP - 1)
    counts[get_group_id(0)] = places[id];
}
