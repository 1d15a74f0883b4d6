// What the platform has once for all of its objects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_SERVICES_H
#define WEFT_RUNTIME_CORE_OBJECTS_SERVICES_H

namespace weft {
class TaskThreads;
}

namespace weft::core {

class SpeculativeCompiles;
class CompilerLibrary;
class DescriptorPoller;
class DiskCache;

/// Handed to the devices, and by them to contexts and programs; nobody asks the platform for them. Like all that they
/// name they live as long as the process.
struct Services {
  DiskCache &cache;
  CompilerLibrary &compiler;
  /// Where kernels are compiled ahead of their first launch.
  TaskThreads &compileThreads;
  SpeculativeCompiles &speculativeCompiles;
  /// Calls the application's callbacks, one after the other. They may call anything that does not wait for another
  /// callback.
  TaskThreads &callbackThread;
  /// Where what other processes signal comes in.
  DescriptorPoller &poller;
};

} // namespace weft::core

#endif
