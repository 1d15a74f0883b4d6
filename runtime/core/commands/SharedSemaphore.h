// A semaphore that several processes share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_SHARED_SEMAPHORE_H
#define WEFT_RUNTIME_CORE_COMMANDS_SHARED_SEMAPHORE_H

#include <FileDescriptor.h>

#include "core/commands/Semaphore.h"
#include "core/objects/DescriptorPoller.h"

namespace weft::core {

/// Signals that no wait of this process has got are added to a counter of the operating system (eventfd). A wait of any
/// process that shares the semaphore may take them from the counter.
class SharedSemaphore final : public Semaphore, private DescriptorWatcher {
public:
  SharedSemaphore(Context &context, SemaphoreRequest request, cpu::FileDescriptor counter)
      : Semaphore(context, std::move(request)), counter_(std::move(counter)) {}

  Result<int> exportDescriptor() override;
  Result<> reimport(int descriptor) override;

private:
  ~SharedSemaphore() override;
  void storeSignal() noexcept override WEFT_REQUIRES(mutex_);
  bool takeStoredSignal() noexcept override WEFT_REQUIRES(mutex_);
  bool hasStoredSignal() noexcept override WEFT_REQUIRES(mutex_);
  Result<> prepareToWait() override WEFT_REQUIRES(mutex_);
  void noteWaiting() noexcept override WEFT_REQUIRES(mutex_);
  Object &object() override { return *this; }
  void readable() override WEFT_EXCLUDES(mutex_) { deliverStoredSignals(); }

  const cpu::FileDescriptor counter_;
  uint64_t watch_ WEFT_GUARDED_BY(mutex_) = 0; ///< the poller's id of the descriptor
};

} // namespace weft::core

#endif
