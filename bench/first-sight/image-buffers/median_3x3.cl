// Median of 3 by 3 pixels: of a grey image with clamped borders, and of an interleaved RGB image with wrapped borders.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ORDER(a, b)                                                                                                    \
  {                                                                                                                    \
    uchar t = min(a, b);                                                                                               \
    b = max(a, b);                                                                                                     \
    a = t;                                                                                                             \
  }

uchar medianOf9(uchar *p) {
  ORDER(p[1], p[2]) ORDER(p[4], p[5]) ORDER(p[7], p[8])
  ORDER(p[0], p[1]) ORDER(p[3], p[4]) ORDER(p[6], p[7])
  ORDER(p[1], p[2]) ORDER(p[4], p[5]) ORDER(p[7], p[8])
  ORDER(p[0], p[3]) ORDER(p[5], p[8]) ORDER(p[4], p[7])
  ORDER(p[3], p[6]) ORDER(p[1], p[4]) ORDER(p[2], p[5])
  ORDER(p[4], p[7]) ORDER(p[4], p[2]) ORDER(p[6], p[4])
  ORDER(p[4], p[2])
  return p[4];
}

kernel void median_3x3_gray(global const uchar *src, global uchar *dst, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uchar window[9];
  int n = 0;
  for (int dy = -1; dy <= 1; dy++) {
    int sy = clamp(y + dy, 0, height - 1);
    for (int dx = -1; dx <= 1; dx++) {
      int sx = clamp(x + dx, 0, width - 1);
      window[n++] = src[sy * width + sx];
    }
  }
  dst[y * width + x] = medianOf9(window);
}

kernel void median_3x3_rgb_wrapped(global const uchar *src, global uchar *dst) {
  const int width = get_global_size(0), height = get_global_size(1);
  const int x = get_global_id(0), y = get_global_id(1);
  for (int c = 0; c < 3; c++) {
    uchar window[9];
    for (int k = 0; k < 9; k++) {
      int sx = (x + k % 3 - 1 + width) % width;
      int sy = (y + k / 3 - 1 + height) % height;
      window[k] = src[(sy * width + sx) * 3 + c];
    }
    dst[(y * width + x) * 3 + c] = medianOf9(window);
  }
}
