// A loop that every work-item leaves at another time; whole-number arithmetic, so the picture is exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void mandelbrot(global int *picture, int limit) {
  int x = get_global_id(0), y = get_global_id(1);
  int re = x * (3 << 12) / (int)get_global_size(0) - (2 << 12);
  int im = y * (2 << 12) / (int)get_global_size(1) - (1 << 12);
  int a = 0, b = 0, steps = 0;
  while (a * a + b * b <= 4 << 24 && steps < limit) {
    int next = ((a * a - b * b) >> 12) + re;
    b = ((2 * a * b) >> 12) + im;
    a = next;
    ++steps;
  }
  picture[y * get_global_size(0) + x] = steps;
}
