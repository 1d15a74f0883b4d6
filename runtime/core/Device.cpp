// The CPU as an OpenCL device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Device.h"

#include <time.h>

#include <algorithm>

#include "Options.h"

namespace weft::core {

namespace {

/// More threads than this come from a mistyped WEFT_WORKERS, not from a machine.
constexpr unsigned mostWorkers = 4096;

} // namespace

Device::Device()
    : topology_(cpu::readTopology()), workers_(parseNumber(Options::get().workers).value_or(topology_.usableCpus)),
      executor_(Options::get().executor == "fibers" ? cpu::ExecutorKind::fibers : cpu::ExecutorKind::loops) {
  workers_ = std::min(workers_, mostWorkers);
  pool_ = std::make_unique<cpu::WorkerPool>(workers_);
  publish();
}

cl_ulong Device::maxAllocationBytes() const {
  // OpenCL 3.0 section 4.2: at least a quarter of the global memory. Pages are taken when touched, so a single buffer
  // may have three quarters and leave room for the program itself.
  return std::max<cl_ulong>(topology_.globalMemoryBytes / 4 * 3, cl_ulong(1) << 30);
}

cl_ulong Device::now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<cl_ulong>(time.tv_sec) * 1'000'000'000u + static_cast<cl_ulong>(time.tv_nsec);
}

} // namespace weft::core
