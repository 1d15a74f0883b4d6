// as_type between types of one size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void reinterpretation(global const float4 *in, global uint4 *bits, global uchar16 *bytes, global long2 *longs) {
  size_t i = get_global_id(0);
  bits[i] = as_uint4(in[i]);
  bytes[i] = as_uchar16(in[i].wzyx);
  longs[i] = as_long2(as_short8(in[i]));
}
