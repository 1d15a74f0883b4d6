// The work of the kernels on images in buffers, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <vector>

/// Least of three rows, then of three columns; the rows outside the image repeat the border row, which changes no
/// minimum.
extern "C" void erode_3x3(const uint8_t *in, uint8_t *out, int width, int height) {
#pragma omp parallel
  {
    std::vector<uint8_t> least(width + 2, 255);
#pragma omp for
    for (int y = 0; y < height; ++y) {
      const uint8_t *above = in + std::max(y - 1, 0) * width, *at = in + y * width,
                    *below = in + std::min(y + 1, height - 1) * width;
      for (int x = 0; x < width; ++x)
        least[x + 1] = std::min(std::min(above[x], at[x]), below[x]);
      for (int x = 0; x < width; ++x)
        out[y * width + x] = std::min(std::min(least[x], least[x + 1]), least[x + 2]);
    }
  }
}
