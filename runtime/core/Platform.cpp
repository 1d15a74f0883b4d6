// The one platform object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Platform.h"

#include <algorithm>

#include "TaskThreads.h"
#include "Text.h"
#include "core/CompilerLibrary.h"
#include "core/Device.h"
#include "core/DiskCache.h"

namespace weft::core {

namespace {

/// Kernels that compile at the same time ahead of their launch: more would take the CPUs from the application.
constexpr unsigned maxCompileThreads = 4;

} // namespace

Platform &Platform::instance() {
  static Platform &platform = *new Platform;
  return platform;
}

Platform::Platform()
    : device_(new Device), cache_(new DiskCache), compiler_(new CompilerLibrary),
      compileThreads_(new TaskThreads(std::min(maxCompileThreads, device_->topology().usableCpus))),
      callbackThread_(new TaskThreads(1)) {
  publish();
}

std::string Platform::version() { return concat("OpenCL 3.0 Weft ", driverVersion()); }

const char *Platform::driverVersion() { return WEFT_VERSION; }

} // namespace weft::core
