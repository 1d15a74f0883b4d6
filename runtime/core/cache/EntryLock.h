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

/// The lock is held while an entry is made. So of the threads and processes that need the entry at the same time, only
/// one makes it.
///
/// An entry stands for a byte of a file that all processes share, and its lock is a lock on that byte (F_OFD_SETLK of
/// fcntl(2)). The file stays empty: a lock doesn't need the byte to exist. The kernel releases the lock however its
/// holder ends, and then no file has to be deleted. Where locks aren't possible, no thread holds a lock, and every
/// thread makes the entry.
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
  /// Takes the lock on the byte `offset` of the file. While another thread or process holds it, `waits` is called
  /// repeatedly with the time waited so far. It returns whether to wait longer.
  using WaitPredicate = std::function<bool(std::chrono::milliseconds soFar)>;
  EntryLock(cpu::FileDescriptor file, uint64_t offset, const WaitPredicate &waits);
  EntryLock(EntryLock &&other) noexcept;
  EntryLock &operator=(EntryLock &&other) noexcept;
  ~EntryLock() { release(); }

  /// Whether another open file holds the lock on the byte `offset`.
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
