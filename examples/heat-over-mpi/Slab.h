// The rows of the plate that one rank computes, in memory that kernels, host and MPI reach by the same pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_HEAT_OVER_MPI_SLAB_H
#define WEFT_EXAMPLES_HEAT_OVER_MPI_SLAB_H

#include <cstddef>
#include <utility>

#include "common/Session.h"
#include "heat-over-mpi/HostHeat.h"
#include "heat-over-mpi/UnifiedMemory.h"

namespace weft::host {

/// Row 0 and the row behind the last one are copies of the neighbours' rows, or the plate's edge. Two grids: a step
/// reads one and writes the other.
class Slab {
public:
  /// `first` is the plate's row of the slab's row 1; there are `rows` of its own.
  Slab(const Session &session, const Plate &plate, size_t first, size_t rows);

  size_t rows() const { return rows_; }
  /// The beginning of a row in the newest grid, and in the one that comes next.
  float *row(size_t row) { return now_.get() + row * columns_; }
  float *nextRow(size_t row) { return next_.get() + row * columns_; }

  /// Enqueues the next grid's rows [begin, end). The event, which may be left out, is that of the launch.
  void enqueueRows(size_t begin, size_t end, cl_event *event = nullptr);
  /// The next grid is the newest one.
  void turn() { std::swap(now_, next_); }

private:
  const Session &session_;
  const size_t columns_;
  const size_t rows_;
  Program program_;
  Kernel kernel_;
  UnifiedMemory memory_;
  UnifiedFloats now_, next_;
};

} // namespace weft::host

#endif
