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

void describeRowsWrittenAsColumns(Case &c) {
  const size_t width = c.range().global[0], height = c.range().global[1], size = width * height;
  auto in = wholeNumbers<int>(c.items(), 0, 9999);
  std::vector<int> out(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    out[i / size * size + i % width * height + i % size / width] = in[i];
  c.in(in);
  c.out(out);
}

/// What a work-item finds in its group's tile, of which the outermost rows and columns are made up.
int tileElement(const Range &range, const std::vector<int> &in, size_t group[2], size_t x, size_t y) {
  const size_t width = range.local[0], height = range.local[1];
  if (y == 0)
    return static_cast<int>(100 + x - 1);
  if (y == height + 1)
    return static_cast<int>(200 + x - 1);
  if (x == 0)
    return static_cast<int>(300 + y - 1);
  if (x == width + 1)
    return static_cast<int>(400 + y - 1);
  return in[(group[1] * height + y - 1) * range.global[0] + group[0] * width + x - 1];
}

void describeRowsThatShareLoads(Case &c) {
  const Range &range = c.range();
  const size_t width = range.global[0], height = range.global[1];
  const size_t steps = 11, end = 9; // the second by what is in memory
  const auto in = wholeNumbers<int>(c.items(), -99, 99, 1);
  const auto columns = wholeNumbers<int>(steps * width, -99, 99, 2);
  std::vector<int> bounds(steps, 1);
  bounds[end] = 0;
  std::vector<int> taps;
  std::vector<int64_t> sums;
  int total = 0;
  for (size_t row = 0; row < height; ++row)
    for (size_t column = 0; column < width; ++column) {
      size_t group[] = {column / range.local[0], row / range.local[1]};
      const size_t x = column % range.local[0], y = row % range.local[1];
      const auto at = [&](size_t right, size_t down) { return tileElement(range, in, group, x + right, y + down); };
      taps.push_back(at(1, 0) + 2 * at(0, 1) + 3 * at(2, 1) + 5 * at(1, 2) + 7 * at(1, 1));
      total += taps.back();
      int64_t sum = taps.back();
      for (size_t k = 0; k < end; ++k)
        sum += int64_t{in[row * width + k % width]} * columns[k * width + column] - (k % 3 == 1 ? at(1, 1) : 0);
      for (size_t k = 0; k < row % 4; ++k)
        sum += columns[k * width + column];
      sums.push_back(sum);
    }
  c.in(in);
  c.in(columns);
  c.in(bounds);
  c.out(taps);
  c.out(sums);
  c.inOut(std::vector<int>{7}, std::vector<int>{7 + total});
  c.value(static_cast<int>(steps));
}

/// The range has one dimension besides 0 that isn't 1.
void describeColumnsNumberedByOtherDimensions(Case &c) {
  const Range &range = c.range();
  const unsigned along = range.global[1] > 1 ? 1 : 2;
  const size_t inner = 21, height = range.global[0], width = range.global[along], rows = height - 1;
  const auto a = wholeNumbers<int>(height * inner, -99, 99, 1);
  const auto b = wholeNumbers<int>(inner * width, -99, 99, 2);
  std::vector<int> products(height * width, -1), neighbours(height * width);
  const Extent &local = range.local;
  for (size_t row = 0; row < height; ++row)
    for (size_t column = 0; column < width; ++column) {
      for (size_t k = 0; row < rows && k < inner; ++k)
        products[row * width + column] += a[row * inner + k] * b[k * width + column] + (k == 0 ? 1 : 0);
      const size_t next = (column % local[along] * local[0] + row % local[0] + 1) % range.groupItems();
      neighbours[row * width + column] =
          static_cast<int>(100 * (next / local[0]) + next % local[0] + 10000 * (column / local[along]));
    }
  c.in(a);
  c.in(b);
  c.out(products);
  c.out(neighbours);
  c.value(static_cast<int>(inner));
  c.value(static_cast<int>(rows));
  c.local(range.groupItems() * sizeof(int));
}

void describeColumnsByOtherDimensionsAlone(Case &c) {
  const Range &range = c.range();
  const unsigned along = range.global[2] > 1 ? 2 : 1;
  const size_t inner = 13, height = range.global[0], width = range.global[along];
  const auto a = wholeNumbers<int>(height * inner, -99, 99, 1);
  const auto b = wholeNumbers<int>(std::max(inner, height) * width, -99, 99, 2);
  std::vector<int> products(height * width), crosses(height * width, -1);
  for (size_t row = 0; row < height; ++row)
    for (size_t column = 0; column < width; ++column) {
      const size_t at = row * width + column;
      for (size_t k = 0; k < inner; ++k)
        products[at] += a[row * inner + k] * b[k * width + column];
      if (row > 0 && column > 0 && row < height - 1 && column < width - 1)
        crosses[at] = b[at - width] + 2 * b[at - 1] + 3 * b[at] + 4 * b[at + 1] + 5 * b[at + width];
    }
  c.in(a);
  c.in(b);
  c.out(products);
  c.out(crosses);
  c.value(static_cast<int>(inner));
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
      {.name = "rows-that-share-loads",
       .ranges = {plane({16, 16}, {16, 16}), plane({48, 32}, {16, 8}), plane({24, 24}, {8, 12}),
                  plane({20, 14}, {5, 7}), plane({32, 12}, {16, 6}), plane({36, 4}, {12, 2}), plane({6, 16}, {1, 16})},
       .describe = describeRowsThatShareLoads},
      {.name = "columns-numbered-by-dimension-1",
       .ranges = {plane({16, 32}, {8, 16}), plane({16, 16}, {16, 16}), plane({12, 64}, {4, 32}, {3, 5}),
                  plane({9, 48}, {3, 48}), plane({8, 10}, {4, 5})},
       .describe = describeColumnsNumberedByOtherDimensions,
       .options = "-cl-std=CL3.0 -DALONG=1",
       .file = "columns-numbered-by-other-dimensions"},
      {.name = "columns-numbered-by-dimension-2",
       .ranges = {box({6, 1, 32}, {3, 1, 16}), box({32, 1, 32}, {16, 1, 32}, {1, 2, 3})},
       .describe = describeColumnsNumberedByOtherDimensions,
       .options = "-cl-std=CL3.0 -DALONG=2",
       .file = "columns-numbered-by-other-dimensions"},
      {.name = "columns-by-dimension-1-alone",
       .ranges = {plane({16, 32}, {8, 16}), plane({64, 64}, {0, 0}), plane({64, 64}, {64, 1}), plane({24, 40}, {8, 8}),
                  plane({45, 37}, {0, 0}, {3, 5}), plane({40, 3}, {0, 0}), plane({33, 8}, {11, 1}),
                  plane({19, 1}, {0, 0}), plane({3, 70}, {0, 0}), plane({37, 70}, {16, 4})},
       .describe = describeColumnsByOtherDimensionsAlone,
       .options = "-cl-std=CL3.0 -DALONG=1",
       .file = "columns-by-other-dimensions-alone"},
      {.name = "columns-by-dimension-2-alone",
       .ranges = {box({6, 1, 32}, {3, 1, 16}), box({32, 1, 48}, {0, 0, 0}, {1, 2, 3}), box({16, 1, 64}, {16, 1, 1}),
                  box({16, 1, 4}, {0, 0, 0})},
       .describe = describeColumnsByOtherDimensionsAlone,
       .options = "-cl-std=CL3.0 -DALONG=2",
       .file = "columns-by-other-dimensions-alone"},
      {.name = "rows-written-as-columns",
       .ranges = {plane({64, 48}, {0, 0}), plane({45, 37}, {0, 0}), plane({64, 32}, {64, 1}), plane({33, 40}, {11, 1}),
                  plane({32, 32}, {8, 8}), plane({70, 2}, {0, 0}), plane({1, 50}, {0, 0}), box({20, 30, 3}, {0, 0, 0})},
       .describe = describeRowsWrittenAsColumns},
      {.name = "transpose", .ranges = {plane({8, 8}, {8, 8}), plane({64, 24}, {8, 8})}, .describe = describeTranspose},
  };
}

} // namespace weft::exectest
