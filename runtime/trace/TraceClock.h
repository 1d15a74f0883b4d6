// The trace's clock: the CPU's counter of cycles if it runs at a constant rate, and otherwise the system's clock.
// Reading the counter takes a third of the time of reading the system's clock.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_CLOCK_H
#define WEFT_RUNTIME_TRACE_TRACE_CLOCK_H

#include <cstdint>

#include "Trace.h"

namespace weft::trace {

/// Converts ticks to nanoseconds of CLOCK_MONOTONIC, which perf can record, too (`perf record -k CLOCK_MONOTONIC`). The
/// rate is measured only once. So equal ticks always convert to equal times, and an event that lies within another
/// event does so in the trace, too.
class TraceClock {
public:
  TraceClock();
  /// Measures the rate. Must be called some milliseconds after construction; the longer, the more exact.
  void calibrate();
  uint64_t nanoseconds(Ticks ticks) const {
    return base_ + static_cast<uint64_t>(
                       static_cast<int64_t>(static_cast<double>(static_cast<int64_t>(ticks - first_)) * rate_));
  }

private:
  struct Pair {
    Ticks ticks;
    uint64_t nanoseconds;
  };
  static Pair read();

  Ticks first_ = 0;
  uint64_t base_ = 0;
  double rate_ = 1;
};

} // namespace weft::trace

#endif
