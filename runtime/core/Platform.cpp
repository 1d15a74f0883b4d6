// Creates the only platform object, its services and its device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Platform.h"

#include <pthread.h>

#include <algorithm>

#include "MachineLimits.h"
#include "TaskThreads.h"
#include "Text.h"
#include "Trace.h"
#include "core/cache/DiskCache.h"
#include "core/objects/Cpu.h"
#include "core/objects/CpuIdentity.h"
#include "core/objects/DescriptorPoller.h"
#include "core/objects/Device.h"
#include "core/objects/Version.h"
#include "core/programs/CompilerLibrary.h"
#include "core/programs/SpeculativeCompiles.h"

namespace weft::core {

namespace {

/// The greatest number of compile threads. With more, they would take too many CPUs from the application.
constexpr unsigned maxCompileThreads = 4;
/// On a machine with at most this many CPUs, speculative compilations get a CPU only if kernels don't need it
/// (SpeculativeCompiles). Otherwise the compile threads could take half of the CPUs or more from the kernels.
constexpr unsigned fewCpus = 2 * maxCompileThreads;

Services makeServices(const cpu::Topology &topology) {
  return {.cache = *new DiskCache,
          .compiler = *new CompilerLibrary,
          .compileThreads = *new TaskThreads(std::min(maxCompileThreads, topology.usableCpus)),
          .speculativeCompiles = *new SpeculativeCompiles(topology.usableCpus <= fewCpus),
          .callbackThread = *new TaskThreads(1),
          .poller = *new DescriptorPoller};
}

/// Returns the machine's limits, such as its memory bandwidth (MachineLimits), as JSON. A report compares the speed of
/// kernels with these limits. They are measured once and then stored in the disk cache, because the measurement takes
/// some tenths of a second.
std::string machineLimits(DiskCache &cache, unsigned workers) {
  const CacheKey key = CacheKeyBuilder("limits").add(cpuIdentity()).add(concat(workers)).finish();
  if (cache.enabled())
    if (std::optional<std::string> known = cache.load(key, CacheKind::program))
      return *known;
  const cpu::MachineLimits limits = cpu::measureMachine(workers);
  const auto number = [](double value) { return static_cast<uint64_t>(value); };
  std::string text = concat(trace::field("memoryBytes", number(limits.memoryBytes)), ",",
                            trace::field("cacheBytes", number(limits.cacheBytes)), ",",
                            trace::field("floatFlops", number(limits.floatFlops)), ",",
                            trace::field("doubleFlops", number(limits.doubleFlops)));
  if (cache.enabled())
    cache.store(key, CacheKind::program, text);
  return text;
}

/// Measures the machine and records the result in the trace. Called before there are commands, because other threads
/// that run commands would falsify the measurement.
void traceMachine(const Services &services, const Device &device) {
  const trace::Ticks begun = trace::now();
  const unsigned workers = std::max(1u, device.workers());
  trace::addFact("weft.machine",
                 concat(trace::field("name", device.topology().name), ",", trace::field("version", driverVersion()),
                        ",", trace::field("workers", workers), ",", machineLimits(services.cache, workers)));
  trace::addSpan("machine", "measure the machine", begun, trace::now(), "");
}

} // namespace

Platform &Platform::instance() {
  static Platform &platform = *new Platform(cpu::readTopology());
  return platform;
}

Platform::Platform(cpu::Topology topology)
    : services_(makeServices(topology)), device_(new Device(services_, std::move(topology))) {
  // Before a fork, the locks below are taken, so that no other thread holds them in the child. So if a thread is
  // opening the compiler library, the fork waits until the library is open.
  pthread_atfork(
      [] {
        instance().services_.compiler.lockForFork();
        instance().services_.poller.lockForFork();
        instance().services_.speculativeCompiles.lockForFork();
      },
      [] {
        instance().services_.speculativeCompiles.unlockAfterFork();
        instance().services_.poller.unlockInParent();
        instance().services_.compiler.unlockAfterFork();
      },
      [] {
        instance().services_.speculativeCompiles.unlockAfterFork();
        instance().services_.poller.resetInChild();
        instance().services_.compiler.unlockAfterFork();
      });
  trace::start();
  if (trace::on())
    traceMachine(services_, *device_);
  publish();
}

} // namespace weft::core
