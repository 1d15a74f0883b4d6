// The Mandelbrot set in plain multithreaded C++, to compare with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_MANDELBROT_HOST_MANDELBROT_H
#define WEFT_EXAMPLES_MANDELBROT_HOST_MANDELBROT_H

#include <cstdint>

namespace weft::host {

/// A picture of the plane: `pixel` is the distance between neighbouring points, `limit` the most steps to take.
struct View {
  int width;
  int height;
  float left;
  float top;
  float pixel;
  int limit;
};

/// Writes width * height step counts, row by row.
void mandelbrot(const View &view, uint16_t *steps);

} // namespace weft::host

#endif
