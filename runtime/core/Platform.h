// The one platform object, and the table of what it says of itself.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PLATFORM_H
#define WEFT_RUNTIME_CORE_PLATFORM_H

#include <string>

#include "core/Object.h"

namespace weft {
class TaskThreads;
}

namespace weft::core {

class Device;
class CompilerLibrary;
class DiskCache;

/// Made at the first call that needs it and never destroyed: nothing is joined or freed from a static destructor, and
/// releases from atexit handlers find everything in place.
class Platform final : public TypedObject<ObjectKind::platform, cl_platform_id, CL_INVALID_PLATFORM> {
public:
  static Platform &instance();

  Device &device() { return *device_; }
  CompilerLibrary &compiler() { return *compiler_; }
  DiskCache &cache() { return *cache_; }
  /// Where kernels are compiled ahead of their first launch, and programs whose build has a callback.
  TaskThreads &compileThreads() { return *compileThreads_; }
  /// Calls the application's callbacks, one after the other. They may call anything that does not wait for another
  /// callback.
  TaskThreads &callbackThread() { return *callbackThread_; }

  static constexpr const char *name = "Weft";
  static constexpr const char *vendor = "The Weft developers";
  static constexpr const char *profile = "FULL_PROFILE";
  static constexpr cl_version numericVersion = CL_MAKE_VERSION(3, 0, 0);
  static constexpr const char *icdSuffix = "WEFT";
  /// "OpenCL 3.0 Weft <version>"
  static std::string version();
  /// The project's own version, "0.1.0".
  static const char *driverVersion();

private:
  Platform();
  ~Platform() override = default;

  // Never deleted, like the platform itself.
  Device *const device_;
  DiskCache *const cache_;
  CompilerLibrary *const compiler_;
  TaskThreads *const compileThreads_;
  TaskThreads *const callbackThread_;
};

} // namespace weft::core

#endif
