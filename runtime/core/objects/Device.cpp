// The CPU as an OpenCL device: its workers, its limits and its clock.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/Device.h"

#include <time.h>

#include <algorithm>
#include <utility>

#include "Options.h"
#include "core/objects/PoolThread.h"

namespace weft::core {

namespace {

/// The count of workers that the pool should have. It may be 0.
unsigned wantedWorkers(const cpu::Topology &topology) { return Options::get().workers.value_or(topology.usableCpus); }

std::vector<unsigned> cpusOf(const std::vector<cpu::ComputeUnit> &units) {
  std::vector<unsigned> cpus;
  for (const cpu::ComputeUnit &unit : units)
    cpus.insert(cpus.end(), unit.cpus.begin(), unit.cpus.end());
  std::ranges::sort(cpus);
  cpus.erase(std::ranges::unique(cpus).begin(), cpus.end());
  return cpus;
}

} // namespace

Device::Device(const Services &services, cpu::Topology topology)
    : services_(services), topology_(new cpu::Topology(std::move(topology))), root_(*this),
      computeUnits_(std::max(1u, wantedWorkers(*topology_))), machine_(new Machine) {
  // The workers are bound to all CPUs that the process could use at the start. Otherwise a worker would inherit the
  // CPUs of the thread that starts it, which may be a sub-device's worker.
  pool_ = std::make_unique<cpu::WorkerPool>(wantedWorkers(*topology_), topology_->cpus, true);
  publish();
}

Device::Device(Device &parent, std::vector<cpu::ComputeUnit> units, std::vector<cl_device_partition_property> partition)
    : services_(parent.services_), parent_(&parent), root_(parent.root_),
      computeUnits_(static_cast<cl_uint>(units.size())), units_(std::move(units)), partition_(std::move(partition)),
      pool_(std::make_unique<cpu::WorkerPool>(computeUnits_, cpusOf(units_), false)) {}

Device::~Device() {
  // The pool's destructor joins its workers. If this thread is a worker, which can't join itself, the callback thread
  // destroys the pool. That allocates memory. In all other cases none is allocated, because a release by the
  // application must not fail for lack of memory.
  if (mustNotWait())
    services_.callbackThread.post([pool = std::shared_ptr<cpu::WorkerPool>(std::move(pool_))] {});
  else
    pool_.reset();
}

const cpu::MemoryHierarchy &Device::memoryHierarchy() const {
  Machine &machine = *root_.machine_;
  std::call_once(machine.isRead, [&] {
    machine.hierarchy = cpu::readMemoryHierarchy(topology().cpus);
    machine.units = cpu::makeComputeUnits(machine.hierarchy.cpus, root_.computeUnits_);
  });
  return machine.hierarchy;
}

const std::vector<cpu::ComputeUnit> &Device::units() const {
  if (parent())
    return units_;
  memoryHierarchy();
  return machine_->units;
}

cl_ulong Device::maxAllocationBytes() const {
  // OpenCL 3.0 section 4.2 requires at least a quarter of the global memory. Pages are allocated when they are touched,
  // so a single buffer may have three quarters and leave room for the program itself.
  return std::max<cl_ulong>(topology().globalMemoryBytes / 4 * 3, cl_ulong(1) << 30);
}

cl_ulong Device::now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<cl_ulong>(time.tv_sec) * 1'000'000'000u + static_cast<cl_ulong>(time.tv_nsec);
}

} // namespace weft::core
