// Steps until each point leaves the circle of radius 2.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL FP_CONTRACT OFF

__kernel void mandelbrot(__global int *steps, int width, float left, float top, float pixel, int limit) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  const float cx = left + pixel * column;
  const float cy = top + pixel * row;
  float x = 0.0f;
  float y = 0.0f;
  int step = 0;
  while (step < limit && x * x + y * y <= 4.0f) {
    const float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++step;
  }
  steps[row * width + column] = step;
}
