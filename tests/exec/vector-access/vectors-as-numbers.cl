// Vectors of three bytes and shorts as one number: the fourth element is the same on all executors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vectors_as_numbers(global const uchar *bytes, global const ushort *shorts, global uint *ofBytes,
                               global ulong *ofShorts, global uchar4 *filled) {
  const size_t i = get_global_id(0);
  const uchar3 b = vload3(i, bytes);
  const ushort3 s = vload3(i, shorts);
  ofBytes[i] = as_uint(b);
  ofShorts[i] = as_ulong(s);
  *(global uchar3 *)(filled + i) = b.zyx;
}
