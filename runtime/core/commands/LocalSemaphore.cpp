// Semaphores that only this process uses, and the fences that they import.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/LocalSemaphore.h"

#include <poll.h>

namespace weft::core {

namespace {

/// The value that stands for a fence that is already signalled, for imported and exported descriptors.
constexpr int signalledFence = -1;

bool canBeRead(int descriptor) {
  pollfd one{.fd = descriptor, .events = POLLIN, .revents = 0};
  return poll(&one, 1, 0) == 1;
}

} // namespace

LocalSemaphore::~LocalSemaphore() { dropFence(); }

bool LocalSemaphore::takeStoredSignal() noexcept {
  if (storedSignals_ == 0)
    return false;
  --storedSignals_;
  return true;
}

bool LocalSemaphore::hasStoredSignal() noexcept { return storedSignals_ != 0 || (fence_ && canBeRead(fence_.get())); }

Result<int> LocalSemaphore::exportDescriptor() {
  const auto wait = TRY(addThreadWait());
  const RefPtr<UserEvent> event = wait->event;
  event->wait();
  const bool succeeded = event->status() == CL_COMPLETE;
  waitEnded(wait, succeeded);
  if (!succeeded)
    return fail(CL_INVALID_OPERATION, "The command that was to signal the semaphore has failed.");
  return signalledFence;
}

void LocalSemaphore::dropFence() noexcept {
  if (watch_ != 0)
    context().services().poller.remove(std::exchange(watch_, 0));
  fence_.close();
}

void LocalSemaphore::readable() {
  uint64_t signal = 0;
  {
    Lock lock(mutex_);
    if (watch_ == 0)
      return;
    // The poller's call may be for an earlier fence of this semaphore, which has been replaced meanwhile. So this
    // checks whether the present fence is signalled.
    if (!canBeRead(fence_.get()))
      return context().services().poller.arm(watch_);
    dropFence();
    signal = fenceSignal_;
  }
  signalEnded(signal, true);
}

Result<> LocalSemaphore::reimport(int descriptor) {
  if (request().importType != CL_SEMAPHORE_HANDLE_SYNC_FD_KHR)
    return fail(CL_INVALID_SEMAPHORE_KHR, "The semaphore has not been made of a sync file.");
  cpu::FileDescriptor fence;
  uint64_t watch = 0;
  if (descriptor != signalledFence) {
    fence = cpu::FileDescriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
    watch = fence ? context().services().poller.add(fence.get(), *this) : 0;
    // CL_INVALID_VALUE: the descriptor is closed, or of a kind that can't be waited for.
    if (watch == 0)
      return fail(CL_INVALID_VALUE, "The descriptor is none that can be waited for.");
  }
  {
    Lock lock(mutex_);
    // The semaphore's stored signals and its former fence are dropped, but the signals and waits of commands that have
    // not ended stay.
    if (watch_ != 0)
      forgetSignal(fenceSignal_);
    dropFence();
    storedSignals_ = watch == 0 ? 1 : 0;
    if (watch != 0) {
      fenceSignal_ = newSignal();
      fence_ = std::move(fence);
      watch_ = watch;
      context().services().poller.arm(watch);
    }
  }
  deliverStoredSignals();
  return {};
}

} // namespace weft::core
