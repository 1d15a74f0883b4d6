// A semaphore that only this process uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_LOCAL_SEMAPHORE_H
#define WEFT_RUNTIME_CORE_COMMANDS_LOCAL_SEMAPHORE_H

#include <FileDescriptor.h>

#include "core/commands/Semaphore.h"
#include "core/objects/DescriptorPoller.h"

namespace weft::core {

/// An imported fence counts as a signal that ends when the fence's descriptor can be read.
class LocalSemaphore final : public Semaphore, private DescriptorWatcher {
public:
  LocalSemaphore(Context &context, SemaphoreRequest request) : Semaphore(context, std::move(request)) {}

  /// Waits until the semaphore is signalled. This semaphore can't create a fence, so the result is -1, which means a
  /// sync file that is signalled already (cl_khr_external_semaphore_sync_fd).
  Result<int> exportDescriptor() override WEFT_EXCLUDES(mutex_);
  Result<> reimport(int descriptor) override WEFT_EXCLUDES(mutex_);

private:
  ~LocalSemaphore() override;
  void storeSignal() noexcept override WEFT_REQUIRES(mutex_) { ++storedSignals_; }
  bool takeStoredSignal() noexcept override WEFT_REQUIRES(mutex_);
  bool hasStoredSignal() noexcept override WEFT_REQUIRES(mutex_);
  Object &object() override { return *this; }
  void readable() override WEFT_EXCLUDES(mutex_);
  void dropFence() noexcept WEFT_REQUIRES(mutex_);

  size_t storedSignals_ WEFT_GUARDED_BY(mutex_) = 0;
  cpu::FileDescriptor fence_ WEFT_GUARDED_BY(mutex_);
  uint64_t fenceSignal_ WEFT_GUARDED_BY(mutex_) = 0; ///< the id of the fence's signal; valid only where there is a
                                                     ///< fence
  uint64_t watch_ WEFT_GUARDED_BY(mutex_) = 0;       ///< the poller's id of the fence's descriptor; 0 where there is no
                                                     ///< fence
};

} // namespace weft::core

#endif
