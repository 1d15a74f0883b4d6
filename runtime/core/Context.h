// The context: what objects of one application belong together, and whom to tell of errors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_CONTEXT_H
#define WEFT_RUNTIME_CORE_CONTEXT_H

#include <string_view>
#include <vector>

#include "Mutex.h"
#include "core/Object.h"
#include "core/SharedMemory.h"

namespace weft::core {

class CommandQueue;
class Device;
using Devices = std::vector<RefPtr<Device>>;

class Context final : public TypedObject<ObjectKind::context, cl_context, CL_INVALID_CONTEXT> {
public:
  using Notify = void(CL_CALLBACK *)(const char *message, const void *data, size_t size, void *userData);
  using DestructorCallback = void(CL_CALLBACK *)(cl_context context, void *userData);

  /// `devices` are the devices, at least one and each once. `properties` is the list as given, its terminating 0
  /// included, or empty where none was given.
  Context(Devices devices, std::vector<cl_context_properties> properties, Notify notify, void *userData);

  const Devices &devices() const { return devices_; }
  bool has(const Device &device) const;
  const std::vector<cl_context_properties> &properties() const { return properties_; }

  /// What clSVMAlloc has given out.
  SharedMemory &sharedMemory() { return sharedMemory_; }

  /// Returns when all commands enqueued so far in any of its queues are done.
  void finish() WEFT_EXCLUDES(mutex_);

  /// Tells the application of an error in a sentence. Called with no lock held.
  void notify(std::string_view message) const;

  /// The callbacks run when the context goes, the last registered one first.
  void addDestructorCallback(DestructorCallback callback, void *userData) WEFT_EXCLUDES(mutex_);

private:
  friend class CommandQueue;
  ~Context() override;
  void attach(CommandQueue &queue) WEFT_EXCLUDES(mutex_);
  void detach(CommandQueue &queue) noexcept WEFT_EXCLUDES(mutex_);

  struct Destructor {
    DestructorCallback callback;
    void *userData;
  };

  const Devices devices_;
  const std::vector<cl_context_properties> properties_;
  const Notify notify_;
  void *const userData_;
  SharedMemory sharedMemory_;
  Mutex mutex_;
  std::vector<CommandQueue *> queues_ WEFT_GUARDED_BY(mutex_); ///< all that exist, also those about to go
  std::vector<Destructor> destructors_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
