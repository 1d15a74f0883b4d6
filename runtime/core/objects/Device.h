// The CPU as an OpenCL device: the machine's facts and the worker pool that runs its commands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_DEVICE_H
#define WEFT_RUNTIME_CORE_OBJECTS_DEVICE_H

#include <memory>
#include <mutex>
#include <vector>

#include "core/objects/Cpu.h"
#include "core/objects/Limits.h"
#include "core/objects/Object.h"
#include "core/objects/Services.h"

namespace weft::core {

class Device;
using Devices = std::vector<RefPtr<Device>>;

/// The platform's one root device (its extensions and features: core/objects/Extensions.h), which lives as long as the
/// process, or a part of it that clCreateSubDevices has made: some of its compute units, with workers of their own that
/// are bound to the CPUs of these.
class Device final : public TypedObject<ObjectKind::device, cl_device_id, CL_INVALID_DEVICE> {
public:
  /// The root device, on the machine that `topology` describes.
  Device(const Services &services, cpu::Topology topology);
  /// A sub-device of `parent` with some of its compute units. `partition` is the list of properties that made it, its
  /// final 0 included.
  Device(Device &parent, std::vector<cpu::ComputeUnit> units, std::vector<cl_device_partition_property> partition);

  const Services &services() const { return services_; }
  const cpu::Topology &topology() const { return *root_.topology_; }
  /// The machine's, read when it is first asked for: most programs never do. Any thread may ask.
  const cpu::MemoryHierarchy &memoryHierarchy() const;
  /// The pool that runs this device's commands.
  cpu::WorkerPool &pool() const { return *pool_; }
  unsigned workers() const { return pool_->workers(); }
  /// CL_DEVICE_MAX_COMPUTE_UNITS; without workers, threads that wait are the one unit.
  cl_uint computeUnits() const { return computeUnits_; }
  /// Which CPUs they have and what they share: the memory hierarchy's, so that units that share most are neighbours.
  const std::vector<cpu::ComputeUnit> &units() const;

  /// Null for the root device.
  Device *parent() const { return parent_.get(); }
  /// CL_DEVICE_PARTITION_TYPE; empty for the root device.
  const std::vector<cl_device_partition_property> &partition() const { return partition_; }

  cl_ulong globalMemoryBytes() const { return topology().globalMemoryBytes; }
  /// CL_DEVICE_MAX_MEM_ALLOC_SIZE; also the limit of CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, because constant memory is
  /// ordinary memory here.
  cl_ulong maxAllocationBytes() const;

  /// Nanoseconds of CLOCK_MONOTONIC: the time of events, of clGetHostTimer and of the device.
  static cl_ulong now();

private:
  ~Device() override;
  /// OpenCL 3.0 section 4.3: a device is there until all objects attached to it are released, too. Programs release
  /// theirs when they have made a context.
  bool keepsHandle() const noexcept override { return true; }

  const Services &services_;
  const std::unique_ptr<const cpu::Topology> topology_; ///< the root device's, null in others
  const RefPtr<Device> parent_;
  Device &root_;
  const cl_uint computeUnits_;
  /// Of the root device, empty until they are asked for.
  struct Machine {
    std::once_flag isRead;
    cpu::MemoryHierarchy hierarchy;
    std::vector<cpu::ComputeUnit> units;
  };
  const std::unique_ptr<Machine> machine_;    ///< the root device's, null in others
  const std::vector<cpu::ComputeUnit> units_; ///< a sub-device's, empty in the root device
  const std::vector<cl_device_partition_property> partition_;
  std::unique_ptr<cpu::WorkerPool> pool_;
};

} // namespace weft::core

#endif
