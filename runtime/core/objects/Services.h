// The services that the platform has once for all of its objects.
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

/// The platform gives the services to the devices, which give them to contexts and programs. Nobody asks the platform
/// for them. Like everything that they refer to, they live as long as the process.
struct Services {
  DiskCache &cache;
  CompilerLibrary &compiler;
  /// The threads that compile kernels ahead of their first launch.
  TaskThreads &compileThreads;
  SpeculativeCompiles &speculativeCompiles;
  /// Calls the application's callbacks, one after the other. A callback may call any function that does not wait for
  /// another callback.
  TaskThreads &callbackThread;
  /// Receives the signals of other processes.
  DescriptorPoller &poller;
};

} // namespace weft::core

#endif
