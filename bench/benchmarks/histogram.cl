// How often each byte occurs: each group counts its part in local memory and adds its counts to the result.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The local size is 256, one bin for each work-item.
__kernel void clear(__global uint *bins) { bins[get_global_id(0)] = 0; }

__kernel void histogram(__global const uchar *bytes, __global uint *bins, uint perGroup) {
  __local uint counts[256];
  const uint item = get_local_id(0);
  counts[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint first = get_group_id(0) * perGroup;
  for (uint i = item; i < perGroup; i += 256)
    atomic_inc(&counts[bytes[first + i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[item], counts[item]);
}
