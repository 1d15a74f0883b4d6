// The heat equation on one thread, in the same order of operations as the kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat-over-mpi/HostHeat.h"

#include <utility>

#pragma clang fp contract(off)

namespace weft::host {

float firstTemperature(const Plate &plate, size_t row, size_t column) {
  if (row == 0 || column == 0)
    return 100.0f; // two edges are heated
  if (row == plate.rows - 1 || column == plate.columns - 1)
    return 0.0f;
  return static_cast<float>((row * 31 + column * 17) % 64);
}

std::vector<float> heat(const Plate &plate) {
  std::vector<float> from(plate.rows * plate.columns);
  for (size_t row = 0; row < plate.rows; ++row)
    for (size_t column = 0; column < plate.columns; ++column)
      from[row * plate.columns + column] = firstTemperature(plate, row, column);
  std::vector<float> to = from;
  for (unsigned step = 0; step < plate.steps; ++step) {
    for (size_t row = 1; row + 1 < plate.rows; ++row) {
      const float *above = &from[(row - 1) * plate.columns];
      const float *here = &from[row * plate.columns];
      const float *below = &from[(row + 1) * plate.columns];
      float *result = &to[row * plate.columns];
      for (size_t column = 1; column + 1 < plate.columns; ++column) {
        const float around = (here[column - 1] + here[column + 1]) + (above[column] + below[column]);
        result[column] = here[column] + plate.rate * (around - 4.0f * here[column]);
      }
    }
    std::swap(from, to);
  }
  return from;
}

} // namespace weft::host
