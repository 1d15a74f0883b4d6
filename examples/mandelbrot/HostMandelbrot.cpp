// The Mandelbrot set over rows in parallel; rows differ in cost, so threads take them one at a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mandelbrot/HostMandelbrot.h"

#include <cstddef>

// As in the kernel: each operation rounds by itself.
#pragma STDC FP_CONTRACT OFF

namespace weft::host {

void mandelbrot(const View &view, uint16_t *steps) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int row = 0; row < view.height; ++row) {
    for (int column = 0; column < view.width; ++column) {
      const float cx = view.left + view.pixel * static_cast<float>(column);
      const float cy = view.top + view.pixel * static_cast<float>(row);
      float x = 0.0f;
      float y = 0.0f;
      int step = 0;
      while (step < view.limit && x * x + y * y <= 4.0f) {
        const float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++step;
      }
      steps[size_t(row) * view.width + column] = static_cast<uint16_t>(step);
    }
  }
}

} // namespace weft::host
