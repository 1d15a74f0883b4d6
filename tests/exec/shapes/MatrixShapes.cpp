// Matrix products and transposition. Elements are small whole numbers: every sum is exact in floating point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Floats = std::vector<float>;

/// rows x inner times inner x columns, row by row.
Floats product(const Floats &a, const Floats &b, size_t rows, size_t inner, size_t columns) {
  Floats result(rows * columns, 0.0F);
  for (size_t y = 0; y < rows; ++y)
    for (size_t k = 0; k < inner; ++k)
      for (size_t x = 0; x < columns; ++x)
        result[y * columns + x] += a[y * inner + k] * b[k * columns + x];
  return result;
}

void describeProduct(Case &c) {
  const size_t inner = 24;
  size_t columns = c.range().global[0];
  size_t rows = c.range().global[1];
  auto a = wholeNumbers<float>(rows * inner, -9, 9, 1);
  auto b = wholeNumbers<float>(inner * columns, -9, 9, 2);
  c.in(a);
  c.in(b);
  c.out(product(a, b, rows, inner, columns));
  c.value(static_cast<int>(inner));
}

void describeSlidingWindow(Case &c) {
  size_t side = c.range().local[0];
  size_t n = c.range().global[0] - (side > 1 ? 1 : 0); // the last row and column of the range are beyond the matrix
  auto a = wholeNumbers<float>(n * n, -9, 9, 1);
  auto b = wholeNumbers<float>(n * n, -9, 9, 2);
  c.in(a);
  c.in(b);
  c.out(product(a, b, n, n, n));
  c.value(static_cast<int>(n));
  c.local(side * side * sizeof(float));
  c.local(side * side * sizeof(float));
}

void describeTranspose(Case &c) {
  auto in = wholeNumbers<int>(c.items(), 0, 9999);
  size_t width = c.range().global[0];
  size_t height = c.range().global[1];
  std::vector<int> out(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    out[i % width * height + i / width] = in[i];
  c.in(in);
  c.out(out);
}

} // namespace

Shapes matrixShapes() {
  return {
      {.name = "matrix-product",
       .ranges = {plane({32, 16}, {8, 8}), plane({32, 34}, {2, 17}), plane({5, 48}, {1, 24}), plane({13, 7}, {13, 1}),
                  plane({40, 30}, {0, 0})},
       .describe = describeProduct},
      {.name = "tiled-matrix-product",
       .ranges = {plane({8, 8}, {8, 8}), plane({48, 32}, {8, 8})},
       .describe = describeProduct},
      {.name = "sliding-window-matrix-product",
       .ranges = {plane({6, 6}, {2, 2}), plane({5, 5}, {1, 1}), plane({49, 49}, {7, 7}), plane({64, 64}, {16, 16})},
       .describe = describeSlidingWindow},
      {.name = "transpose", .ranges = {plane({8, 8}, {8, 8}), plane({64, 24}, {8, 8})}, .describe = describeTranspose},
  };
}

} // namespace weft::exectest
