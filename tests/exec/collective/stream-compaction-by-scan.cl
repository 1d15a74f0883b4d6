// Each group packs the values that pass a test to its front, in order, with a scan for their places.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void stream_compaction_by_scan(global const int *in, global int *out, global uint *counts) {
  size_t i = get_global_id(0), first = get_group_id(0) * get_enqueued_local_size(0);
  uint keep = in[i] % 3 == 0;
  uint place = work_group_scan_exclusive_add(keep);
  uint count = work_group_reduce_add(keep);
  out[first + (keep ? place : count + (uint)get_local_id(0) - place)] = in[i];
  if (get_local_id(0) == 0)
    counts[get_group_id(0)] = count;
}
