// The CPU as an OpenCL device: the facts about the machine, and the worker pool that runs the device's commands.
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

/// Either the platform's only root device or a sub-device that clCreateSubDevices has created. The root device lives as
/// long as the process (its extensions and features: core/objects/Extensions.h). A sub-device has some of the compute
/// units, and its own workers, which are bound to the CPUs of these units.
class Device final : public TypedObject<ObjectKind::device, cl_device_id, CL_INVALID_DEVICE> {
public:
  /// The root device, on the machine that `topology` describes.
  Device(const Services &services, cpu::Topology topology);
  /// A sub-device of `parent` with some of its compute units. `partition` is the list of properties that the sub-device
  /// was created with, including the final 0.
  Device(Device &parent, std::vector<cpu::ComputeUnit> units, std::vector<cl_device_partition_property> partition);

  const Services &services() const { return services_; }
  const cpu::Topology &topology() const { return *root_.topology_; }
  /// The machine's memory hierarchy. It is read at the first call, because most programs never need it. Any thread may
  /// call.
  const cpu::MemoryHierarchy &memoryHierarchy() const;
  /// The pool that runs this device's commands.
  cpu::WorkerPool &pool() const { return *pool_; }
  unsigned workers() const { return pool_->workers(); }
  /// CL_DEVICE_MAX_COMPUTE_UNITS: the number of workers. If there are none, it is 1, because threads that wait for
  /// commands run them.
  cl_uint computeUnits() const { return computeUnits_; }
  /// The compute units: which CPUs they have and which memories they share. They are in the order of the memory
  /// hierarchy: neighbours in the list share more caches than other units do.
  const std::vector<cpu::ComputeUnit> &units() const;

  /// The parent of a sub-device; null for the root device.
  Device *parent() const { return parent_.get(); }
  /// CL_DEVICE_PARTITION_TYPE; empty for the root device.
  const std::vector<cl_device_partition_property> &partition() const { return partition_; }

  cl_ulong globalMemoryBytes() const { return topology().globalMemoryBytes; }
  /// CL_DEVICE_MAX_MEM_ALLOC_SIZE; also the limit of CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, because constant memory is
  /// ordinary memory here.
  cl_ulong maxAllocationBytes() const;

  /// Nanoseconds of CLOCK_MONOTONIC. Event times, clGetHostTimer and the device timer use this clock.
  static cl_ulong now();

private:
  ~Device() override;
  /// OpenCL 3.0 section 4.3: a device lives until all objects attached to it are released, too. Applications release a
  /// sub-device once they have created a context for it, and still use its handle. So the handle must stay valid.
  bool keepsHandle() const noexcept override { return true; }

  const Services &services_;
  const std::unique_ptr<const cpu::Topology> topology_; ///< set in the root device, null in sub-devices
  const RefPtr<Device> parent_;
  Device &root_;
  const cl_uint computeUnits_;
  /// Facts about the machine. They are empty until the first call that needs them.
  struct Machine {
    std::once_flag isRead;
    cpu::MemoryHierarchy hierarchy;
    std::vector<cpu::ComputeUnit> units;
  };
  const std::unique_ptr<Machine> machine_;    ///< set in the root device, null in sub-devices
  const std::vector<cpu::ComputeUnit> units_; ///< set in sub-devices, empty in the root device
  const std::vector<cl_device_partition_property> partition_;
  std::unique_ptr<cpu::WorkerPool> pool_;
};

} // namespace weft::core

#endif
