// A byte of local memory whose place is an argument, between stores and loads of all others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_bytes_at_an_argument(global const int *in, global int *out, ulong place) {
  local uchar bytes[1024];
  const int l = get_local_id(0), size = get_local_size(0);
  bytes[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int before = bytes[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    bytes[place] = 77;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 256 * before + bytes[l];
}
