// shuffle and shuffle2 with masks from memory; high bits of the mask are ignored.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void shuffles(global const uint8 *in, global const uint4 *masks, global uint4 *out) {
  size_t i = get_global_id(0);
  out[2 * i] = shuffle(in[i], masks[i]);
  out[2 * i + 1] = shuffle2(in[i].lo, in[i].hi, masks[i]);
}
