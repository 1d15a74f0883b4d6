// Erosion of a grey image: each pixel becomes the least of its 3 by 3 neighbours inside the image.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void erode_3x3(global const uchar *in, global uchar *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uchar least = 255;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int px = x + dx, py = y + dy;
      if (px >= 0 && px < width && py >= 0 && py < height)
        least = min(least, in[py * width + px]);
    }
  out[y * width + x] = least;
}
