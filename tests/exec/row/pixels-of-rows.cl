// Rows that end within a packet: elements of one to three bytes and pairs, of which no other row's may be touched.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void pixels_of_rows(global const uchar *pixels, global uchar *grey, global short *pairs, int limit) {
  const size_t g = get_global_linear_id();
  const uchar red = pixels[3 * g], green = pixels[3 * g + 1], blue = pixels[3 * g + 2];
  grey[g] = (3 * red + 4 * green + blue) / 8;
  pairs[2 * g] = red - green;
  pairs[2 * g + 1] = get_global_id(0) < limit ? green - blue : -1;
}
