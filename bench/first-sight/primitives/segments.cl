// Sums of segments, which are given by their beginnings or by sorted keys.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void segment_sums_offsets(global const int *begin, global const double *value, global double *sum,
                                 int segments) {
  int segment = get_global_id(0);
  if (segment >= segments)
    return;
  double total = 0;
  int end = begin[segment + 1];
  for (int i = begin[segment]; i < end; i++)
    total += value[i];
  sum[segment] = total;
}

kernel void segment_sums_keys(global const uint *key, global const ushort *value, global uint *sum) {
  size_t i = get_global_id(0);
  atomic_add(&sum[key[i]], (uint)value[i]);
}
