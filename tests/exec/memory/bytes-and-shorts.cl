// Neighbouring bytes and shorts are written by different work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void bytes_and_shorts(global const int *in, global uchar *bytes, global short *shorts) {
  size_t i = get_global_id(0);
  bytes[i] = in[i];
  shorts[i] = -in[i];
}
