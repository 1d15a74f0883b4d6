// Work-items whose value is even put it into the output, places given out by scan and one atomic per group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void stream_compaction(global const int *in, global int *out, global int *count, local int *tile) {
  local int first;
  int l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  bool kept = value % 2 == 0;
  tile[l] = kept;
  barrier(CLK_LOCAL_MEM_FENCE);
  int place = 0;
  for (int k = 0; k < l; ++k)
    place += tile[k];
  if (l == size - 1)
    first = atomic_add(count, place + kept);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (kept)
    out[first + place] = value;
}
