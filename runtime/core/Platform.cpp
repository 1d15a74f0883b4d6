// The one platform object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Platform.h"

#include <pthread.h>

#include <algorithm>

#include "TaskThreads.h"
#include "core/cache/DiskCache.h"
#include "core/objects/Cpu.h"
#include "core/objects/Device.h"
#include "core/programs/CompilerLibrary.h"

namespace weft::core {

namespace {

/// Kernels that compile at the same time ahead of their launch: more would take the CPUs from the application.
constexpr unsigned maxCompileThreads = 4;

Services makeServices(const cpu::Topology &topology) {
  return {.cache = *new DiskCache,
          .compiler = *new CompilerLibrary,
          .compileThreads = *new TaskThreads(std::min(maxCompileThreads, topology.usableCpus)),
          .callbackThread = *new TaskThreads(1)};
}

} // namespace

Platform &Platform::instance() {
  static Platform &platform = *new Platform(cpu::readTopology());
  return platform;
}

Platform::Platform(cpu::Topology topology)
    : services_(makeServices(topology)), device_(new Device(services_, std::move(topology))) {
  // A thread that is opening the library opens it to the end before a fork: in the child there is nobody to go on.
  pthread_atfork([] { instance().services_.compiler.lockForFork(); },
                 [] { instance().services_.compiler.unlockAfterFork(); },
                 [] { instance().services_.compiler.unlockAfterFork(); });
  publish();
}

} // namespace weft::core
