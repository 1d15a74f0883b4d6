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

/// The lock is held while an entry is made. So of the threads and processes that want the entry at once, only one makes
/// it.
///
/// An entry stands for a byte of a file that all processes share, and its lock is a lock on that byte (F_OFD_SETLK of
/// fcntl(2)). The file stays empty: a lock doesn't need the byte to exist. The kernel frees the lock in whatever way
/// its holder ends, and then no file has to be deleted. Where locks aren't possible, nobody holds a lock, and everybody
/// makes the entry.
class EntryLock {
public:
  enum class Outcome {
    held,     ///< at once
    waited,   ///< held, after somebody else has held it meanwhile
    timedOut, ///< somebody else still holds it, and the wait was given up
    none      ///< locks aren't possible
  };

  /// A lock that nobody holds.
  EntryLock() = default;
  /// Takes the lock on the byte `offset` of the file. While somebody else holds it, `waits` is called again and again
  /// with the time that this has lasted. It returns whether to wait longer.
  using WaitPredicate = std::function<bool(std::chrono::milliseconds soFar)>;
  EntryLock(cpu::FileDescriptor file, uint64_t offset, const WaitPredicate &waits);
  EntryLock(EntryLock &&other) noexcept;
  EntryLock &operator=(EntryLock &&other) noexcept;
  ~EntryLock() { release(); }

  /// Whether anybody else holds the lock on the byte `offset`.
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
