// A 3x3 mean with clamped edges, straight from global memory: neighbours read the same input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void box_blur(global const uchar *in, global uchar *out) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)];
  out[y * width + x] = sum / 9;
}
