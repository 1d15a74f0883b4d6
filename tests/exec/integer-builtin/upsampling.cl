// upsample joins two numbers into one of twice the width.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void upsampling(global const uchar *bytes, global const ushort *words, global const uint *in, global ulong *out) {
  size_t i = get_global_id(0);
  out[4 * i] = upsample(in[i], in[i + 1]);
  out[4 * i + 1] = upsample(words[i], words[i + 1]);
  out[4 * i + 2] = upsample(bytes[i], bytes[i + 1]);
  out[4 * i + 3] = upsample((int)in[i], in[i + 1]);
}
