// A semaphore that only this process uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_LOCAL_SEMAPHORE_H
#define WEFT_RUNTIME_CORE_COMMANDS_LOCAL_SEMAPHORE_H

#include <FileDescriptor.h>

#include "core/commands/Semaphore.h"
#include "core/objects/DescriptorPoller.h"

namespace weft::core {

/// A fence (sync file) that the application imports counts as a signal: the semaphore is signalled when the fence's
/// descriptor becomes readable.
class LocalSemaphore final : public Semaphore, private DescriptorWatcher {
public:
  LocalSemaphore(Context &context, SemaphoreRequest request) : Semaphore(context, std::move(request)) {}

  /// Waits until the semaphore is signalled, and then returns -1. That value stands for a fence that is already
  /// signalled (cl_khr_external_semaphore_sync_fd); Weft can't create other fences.
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
  uint64_t fenceSignal_ WEFT_GUARDED_BY(mutex_) = 0; ///< the id of the fence's signal; valid only if there is a
                                                     ///< fence
  uint64_t watch_ WEFT_GUARDED_BY(mutex_) = 0;       ///< the poller's id of the fence's descriptor; 0 if there is no
                                                     ///< fence
};

} // namespace weft::core

#endif
