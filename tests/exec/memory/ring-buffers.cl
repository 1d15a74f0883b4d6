// Elements of a ring of each work-item's own, read on from the middle: behind the last one comes the first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void ring_buffers(global const int *in, global int *out, int count) {
  const int base = get_global_id(0) * 256;
  global int *mine = out + get_global_id(0) * 120;
  for (uint j = 0; j < 40; ++j)
    mine[j] = in[base + ((j + 3) % 32)] * 3 + j;
  for (int j = 0; j < count; ++j)
    mine[40 + j] = in[base + (uchar)(j + 230)] - j;
  for (uint j = 0; j < (uint)count; ++j)
    mine[80 + j] = in[(uint)base + ((j * 2 + 5) & 63)] + 2 * in[(uint)base + j];
}
