// Semaphores that several processes share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/SharedSemaphore.h"

#include <limits.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <string_view>

#include "Text.h"
#include "core/commands/LocalSemaphore.h"

namespace weft::core {

namespace {

/// Whether the descriptor is an event counter (eventfd) of the operating system, which is what an exported semaphore
/// is. Without /proc, any open descriptor counts.
bool isCounter(int descriptor) {
  char target[PATH_MAX];
  const ssize_t length = readlink(concat("/proc/self/fd/", descriptor).c_str(), target, sizeof target);
  if (length < 0)
    return access("/proc/self/fd", F_OK) != 0 && fcntl(descriptor, F_GETFD) >= 0;
  return std::string_view(target, size_t(length)) == "anon_inode:[eventfd]";
}

Result<RefPtr<Semaphore>> makeShared(Context &context, SemaphoreRequest request) {
  cpu::FileDescriptor counter(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE));
  if (!counter)
    return fail(CL_OUT_OF_RESOURCES, "The system gives no more file descriptors.");
  return makeRef<SharedSemaphore>(context, std::move(request), std::move(counter));
}

Result<RefPtr<Semaphore>> importShared(Context &context, SemaphoreRequest request) {
  const int given = request.descriptor;
  if (!isCounter(given))
    return fail(CL_INVALID_VALUE, concat(given, " is no descriptor of an exported semaphore."));
  cpu::FileDescriptor counter(fcntl(given, F_DUPFD_CLOEXEC, 0));
  if (!counter)
    return fail(CL_OUT_OF_RESOURCES, "The system gives no more file descriptors.");
  // No read or write may block. An exported semaphore's descriptor has this flag already.
  if (const int flags = fcntl(given, F_GETFL); (flags & O_NONBLOCK) == 0)
    fcntl(given, F_SETFL, flags | O_NONBLOCK);
  return makeRef<SharedSemaphore>(context, std::move(request), std::move(counter));
}

} // namespace

SharedSemaphore::~SharedSemaphore() {
  if (watch_ != 0)
    context().services().poller.remove(watch_);
}

void SharedSemaphore::storeSignal() noexcept {
  // The write only fails if the counter is near the end of 64 bits.
  eventfd_write(counter_.get(), 1);
}

bool SharedSemaphore::takeStoredSignal() noexcept {
  eventfd_t value = 0;
  return eventfd_read(counter_.get(), &value) == 0;
}

bool SharedSemaphore::hasStoredSignal() noexcept {
  pollfd one{.fd = counter_.get(), .events = POLLIN, .revents = 0};
  return poll(&one, 1, 0) == 1;
}

Result<> SharedSemaphore::prepareToWait() {
  if (watch_ == 0)
    watch_ = context().services().poller.add(counter_.get(), *this);
  if (watch_ == 0)
    return fail(CL_OUT_OF_RESOURCES, "The system has no room for waiting for other processes.");
  return {};
}

void SharedSemaphore::noteWaiting() noexcept { context().services().poller.arm(watch_); }

Result<int> SharedSemaphore::exportDescriptor() {
  const int descriptor = fcntl(counter_.get(), F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0)
    return fail(CL_OUT_OF_RESOURCES, "The system gives no more file descriptors.");
  return descriptor;
}

Result<> SharedSemaphore::reimport(int) {
  return fail(CL_INVALID_SEMAPHORE_KHR, "The semaphore has not been made of a sync file.");
}

Result<RefPtr<Semaphore>> makeSemaphore(Context &context, SemaphoreRequest request) {
  if (request.importType == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR)
    return importShared(context, std::move(request));
  if (request.exportType == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR)
    return makeShared(context, std::move(request));
  const int fence = request.descriptor;
  const bool isImported = request.importType != 0;
  auto semaphore = makeRef<LocalSemaphore>(context, std::move(request));
  if (isImported)
    TRY(semaphore->reimport(fence));
  return semaphore;
}

} // namespace weft::core
