// Counts in local memory with atomics, then adds to the global histogram.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void histogram(global const uchar *in, global uint *counts) {
  local uint own[256];
  for (uint bin = get_local_id(0); bin < 256; bin += get_local_size(0))
    own[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&own[in[get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = get_local_id(0); bin < 256; bin += get_local_size(0))
    if (own[bin])
      atomic_add(&counts[bin], own[bin]);
}
