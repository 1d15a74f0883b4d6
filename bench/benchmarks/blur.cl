// A 5x5 blur of four-channel bytes with the binomial weights 1 4 6 4 1; pixels beyond the edge are those at the edge.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__constant uint weights[5] = {1, 4, 6, 4, 1};

__kernel void blur(__global const uchar4 *in, __global uchar4 *out, int width, int height) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  uint4 sum = (uint4)(128);
  for (int dy = -2; dy <= 2; ++dy) {
    const int y = clamp(row + dy, 0, height - 1);
    for (int dx = -2; dx <= 2; ++dx) {
      const int x = clamp(column + dx, 0, width - 1);
      sum += convert_uint4(in[y * width + x]) * (weights[dy + 2] * weights[dx + 2]);
    }
  }
  out[row * width + column] = convert_uchar4(sum / 256);
}
