// The heat equation in plain C++ on one thread, to compare with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_HEAT_OVER_MPI_HOST_HEAT_H
#define WEFT_EXAMPLES_HEAT_OVER_MPI_HOST_HEAT_H

#include <cstddef>
#include <vector>

namespace weft::host {

/// A plate of `rows` times `columns` cells. The cells at its edge keep their temperature.
struct Plate {
  size_t rows;
  size_t columns;
  unsigned steps;
  float rate; ///< the time step over the square of a cell's width, times the conductivity; at most a quarter
};

/// The temperature of a cell in the beginning.
float firstTemperature(const Plate &plate, size_t row, size_t column);

/// All temperatures after the last step.
std::vector<float> heat(const Plate &plate);

} // namespace weft::host

#endif
