// Locks on single bytes of a file, which exclude other threads and processes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/cache/EntryLock.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <utility>

namespace weft::core {

namespace {

using namespace std::chrono_literals;

/// fcntl(2) has no lock that waits for a limited time, so the lock is tried repeatedly. The pauses between tries are
/// short at first, because most compilations take only some tens of milliseconds. Later pauses are longer, so that the
/// tries take no noticeable CPU time.
constexpr auto firstPause = 1ms;
constexpr auto longestPause = 16ms;

struct flock lockOn(uint64_t offset, short type) {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(offset);
  lock.l_len = 1;
  return lock;
}

/// Sets or releases a lock that belongs to the open file (file description) rather than to the process. So it also
/// excludes other threads of this process, and isn't lost if other code of the process opens and closes the same file.
bool setLock(int file, short type, uint64_t offset) {
  struct flock lock = lockOn(offset, type);
  return fcntl(file, F_OFD_SETLK, &lock) == 0;
}

} // namespace

bool EntryLock::isHeld(const cpu::FileDescriptor &file, uint64_t offset) {
  struct flock lock = lockOn(offset, F_WRLCK);
  return file && fcntl(file.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

EntryLock::EntryLock(cpu::FileDescriptor file, uint64_t offset, const WaitPredicate &waits) : offset_(offset) {
  if (!file || fstat(file.get(), &statusAtOpen_) != 0)
    return;
  const auto begun = std::chrono::steady_clock::now();
  outcome_ = Outcome::held;
  for (auto pause = firstPause; !setLock(file.get(), F_WRLCK, offset_); pause = std::min(2 * pause, longestPause)) {
    if (errno == EINTR)
      continue;
    if (errno != EAGAIN && errno != EACCES) {
      outcome_ = Outcome::none;
      return;
    }
    if (!waits(std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun))) {
      outcome_ = Outcome::timedOut;
      return;
    }
    outcome_ = Outcome::waited;
    std::this_thread::sleep_for(pause);
  }
  file_ = std::move(file);
}

EntryLock::EntryLock(EntryLock &&other) noexcept
    : outcome_(std::exchange(other.outcome_, Outcome::none)), file_(std::move(other.file_)),
      statusAtOpen_(other.statusAtOpen_), offset_(other.offset_) {}

EntryLock &EntryLock::operator=(EntryLock &&other) noexcept {
  std::swap(outcome_, other.outcome_);
  std::swap(file_, other.file_);
  std::swap(statusAtOpen_, other.statusAtOpen_);
  std::swap(offset_, other.offset_);
  return *this;
}

void EntryLock::release() {
  outcome_ = Outcome::none;
  if (!file_)
    return;
  struct stat now;
  if (fstat(file_.get(), &now) != 0 || now.st_dev != statusAtOpen_.st_dev || now.st_ino != statusAtOpen_.st_ino) {
    static_cast<void>(file_.release()); // other code has closed the descriptor, which now belongs to another file
    return;
  }
  // The lock is released explicitly: if the process has forked meanwhile, the child has the same open file, and closing
  // it here would not release the lock.
  setLock(file_.get(), F_UNLCK, offset_);
  file_.close();
}

} // namespace weft::core
