// Neighbouring bytes of local memory, each written by another work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_bytes(global const uchar *in, global uchar *out, local uchar *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l] + tile[(l + 1) % size];
}
