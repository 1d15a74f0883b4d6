// A lock for each entry of the disk cache, between threads and processes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_CACHE_ENTRY_LOCK_H
#define WEFT_RUNTIME_CORE_CACHE_ENTRY_LOCK_H

#include <chrono>
#include <cstdint>
#include <functional>

#include <sys/stat.h>

#include "FileDescriptor.h"

namespace weft::core {

/// A thread holds the lock of an entry while it makes the entry. So if several threads or processes need the entry at
/// the same time, only one of them makes it.
///
/// All processes share one file of locks. The lock of an entry is a lock on one byte of this file (F_OFD_SETLK of
/// fcntl(2)), whose offset follows from the entry's key. The file stays empty, because a byte can be locked without
/// existing. If the process that holds a lock ends in any way, the system releases the lock, and no file has to be
/// deleted. If locks aren't possible, no thread holds a lock, and every thread makes the entry.
class EntryLock {
public:
  enum class Outcome {
    held,     ///< the lock is held, and was free
    waited,   ///< the lock is held, after another thread or process has held it
    timedOut, ///< another thread or process still holds the lock, and the wait was given up
    none      ///< locks aren't possible
  };

  /// Creates a lock that is not held.
  EntryLock() = default;
  /// Takes the lock on the byte `offset` of the file. While another thread or process holds the lock, `waits` is called
  /// repeatedly with the time that this thread has waited so far. If `waits` returns false, the wait is given up.
  using WaitPredicate = std::function<bool(std::chrono::milliseconds soFar)>;
  EntryLock(cpu::FileDescriptor file, uint64_t offset, const WaitPredicate &waits);
  EntryLock(EntryLock &&other) noexcept;
  EntryLock &operator=(EntryLock &&other) noexcept;
  ~EntryLock() { release(); }

  /// Whether another thread or process holds the lock on the byte `offset`. (A lock belongs to an open file, and each
  /// thread that takes a lock opens the file itself.)
  static bool isHeld(const cpu::FileDescriptor &file, uint64_t offset);

  Outcome outcome() const { return outcome_; }
  void release();

private:
  Outcome outcome_ = Outcome::none;
  cpu::FileDescriptor file_;   ///< the file, while the lock is held
  struct stat statusAtOpen_{}; ///< the file's status when it was opened
  uint64_t offset_ = 0;
};

} // namespace weft::core

#endif
