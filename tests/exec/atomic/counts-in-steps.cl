// Work-items that share a loop, each from its own id on in steps of 64, for as many trips as the group's part has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void counts_in_steps(global const uchar *bytes, global const uint *ends, global uint *out) {
  local uint counts[16];
  const uint item = get_local_id(0), group = get_group_id(0);
  if (item == 0)
    for (uint i = 0; i < 16; ++i)
      counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint first = group == 0 ? 0 : ends[group - 1];
  for (uint i = first + item; i < ends[group]; i += 64)
    atomic_inc(&counts[bytes[i] & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0)
    for (uint i = 0; i < 16; ++i)
      out[group * 16 + i] = counts[i];
}
