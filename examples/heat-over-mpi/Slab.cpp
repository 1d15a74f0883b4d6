// Memory and launches of one rank.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat-over-mpi/Slab.h"

namespace weft::host {

Slab::Slab(const Session &session, const Plate &plate, size_t first, size_t rows)
    : session_(session), columns_(plate.columns), rows_(rows),
      program_(session.build(readFile(EXAMPLE_DIR "/heat.cl"))), kernel_(session.kernel(program_, "diffuse")),
      memory_(session), now_(memory_.floats((rows + 2) * columns_)), next_(memory_.floats((rows + 2) * columns_)) {
  for (size_t row = 0; row < rows + 2; ++row)
    for (size_t column = 0; column < columns_; ++column)
      this->row(row)[column] = nextRow(row)[column] = firstTemperature(plate, first + row - 1, column);
  detail::setOne(kernel_.get(), 2, static_cast<cl_uint>(columns_));
  detail::setOne(kernel_.get(), 3, plate.rate);
}

void Slab::enqueueRows(size_t begin, size_t end, cl_event *event) {
  memory_.setArgument(kernel_, 0, now_.get());
  memory_.setArgument(kernel_, 1, next_.get());
  const size_t offset[] = {1, begin};
  const size_t size[] = {columns_ - 2, end - begin};
  check(clEnqueueNDRangeKernel(session_.queue(), kernel_.get(), 2, offset, size, nullptr, 0, nullptr, event),
        "clEnqueueNDRangeKernel");
}

} // namespace weft::host
