// shuffle and shuffle2 with constant masks, whose high bits are ignored: to fewer elements, to more, and of bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void shuffles_by_constants(global const uchar16 *in, global uchar8 *fewer, global uchar16 *mixed, global uchar16 *of_two) {
  const size_t i = get_global_id(0);
  const uchar16 a = in[2 * i], b = in[2 * i + 1];
  fewer[i] = shuffle(a, (uchar8)(15, 14, 3, 2, 16, 33, 255, 7));
  mixed[i] = shuffle2(a, b, (uchar16)(0, 16, 1, 17, 2, 18, 31, 32, 63, 128, 200, 15, 14, 13, 30, 29));
  of_two[i] = shuffle(a.s34, (uchar16)(0, 1, 1, 0, 2, 3, 254, 255, 0, 0, 0, 0, 1, 1, 1, 1));
}
