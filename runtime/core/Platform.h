// The only platform object, and what it reports about itself.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PLATFORM_H
#define WEFT_RUNTIME_CORE_PLATFORM_H

#include "core/objects/Object.h"
#include "core/objects/Services.h"

namespace weft::cpu {
struct Topology;
}

namespace weft::core {

class Device;

/// The platform is created at the first call that needs it, and is never destroyed. So no static destructor of Weft
/// joins threads or frees memory, and the application can still release objects in atexit handlers.
class Platform final : public TypedObject<ObjectKind::platform, cl_platform_id, CL_INVALID_PLATFORM> {
public:
  /// Returns the platform, for entry points that get no object to start from. All other code gets the platform's
  /// services (Services) from the object that it works on.
  static Platform &instance();

  Device &device() { return *device_; }

  static constexpr const char *name = "Weft";
  static constexpr const char *vendor = "The Weft developers";
  static constexpr const char *profile = "FULL_PROFILE";
  static constexpr const char *icdSuffix = "WEFT";

private:
  explicit Platform(cpu::Topology topology);
  ~Platform() override = default;

  // Never deleted, like the platform itself.
  const Services services_;
  Device *const device_;
};

} // namespace weft::core

#endif
