// The services that exist once for all objects of the platform.
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

/// The platform passes the services to the devices, which pass them to contexts and programs. No object gets them from
/// the platform itself. Like everything that they refer to, they live as long as the process.
struct Services {
  DiskCache &cache;
  CompilerLibrary &compiler;
  /// The threads that compile kernels, mostly before their first launch.
  TaskThreads &compileThreads;
  SpeculativeCompiles &speculativeCompiles;
  /// The thread that calls the application's callbacks, one after the other. A callback may call any function of
  /// OpenCL, except a function that waits until another callback has been called.
  TaskThreads &callbackThread;
  /// Waits for file descriptors by which other processes signal semaphores.
  DescriptorPoller &poller;
};

} // namespace weft::core

#endif
