// The CPU as an OpenCL device: the machine's facts and the worker pool that runs its commands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_DEVICE_H
#define WEFT_RUNTIME_CORE_DEVICE_H

#include <memory>

#include "core/Cpu.h"
#include "core/Limits.h"
#include "core/Object.h"
#include "core/Platform.h"

namespace weft::core {

/// The platform's one root device (its extensions and features: core/Extensions.h). Lives as long as the process.
class Device final : public TypedObject<ObjectKind::device, cl_device_id, CL_INVALID_DEVICE> {
public:
  Device();

  const cpu::Topology &topology() const { return topology_; }
  /// The pool that runs this device's commands.
  cpu::WorkerPool &pool() const { return *pool_; }
  /// Which executor kernels are compiled for (WEFT_EXECUTOR).
  cpu::ExecutorKind executor() const { return executor_; }
  unsigned workers() const { return workers_; }

  cl_ulong globalMemoryBytes() const { return topology_.globalMemoryBytes; }
  /// CL_DEVICE_MAX_MEM_ALLOC_SIZE; also the limit of CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, because constant memory is
  /// ordinary memory here.
  cl_ulong maxAllocationBytes() const;

  /// Nanoseconds of CLOCK_MONOTONIC: the time of events, of clGetHostTimer and of the device.
  static cl_ulong now();

private:
  ~Device() override = default;

  cpu::Topology topology_;
  unsigned workers_;
  cpu::ExecutorKind executor_;
  std::unique_ptr<cpu::WorkerPool> pool_;
};

} // namespace weft::core

#endif
