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

/// Held while an entry is made, so that of the threads and processes that want it at once, one makes it.
///
/// An entry is a byte of a file that all share, and the lock is one on that byte (F_OFD_SETLK of fcntl(2)). The file
/// stays empty: the byte need not be there. The kernel frees the lock however its holder ends, and no file has to be
/// deleted then. Where there can't be a lock, nobody holds one, and everybody makes the entry.
class EntryLock {
public:
  enum class Outcome {
    held,     ///< at once
    waited,   ///< held, and somebody else has held it meanwhile
    timedOut, ///< somebody else holds it still, and was not waited for longer
    none      ///< there can't be a lock
  };

  /// Held by nobody.
  EntryLock() = default;
  /// Takes the lock on the byte `place` of the file. While somebody else holds it, `waits` is told for how long that
  /// has been so, again and again, and says whether to wait longer.
  using Waits = std::function<bool(std::chrono::milliseconds soFar)>;
  EntryLock(cpu::FileDescriptor file, uint64_t place, const Waits &waits);
  EntryLock(EntryLock &&other) noexcept;
  EntryLock &operator=(EntryLock &&other) noexcept;
  ~EntryLock() { release(); }

  /// Whether anybody else holds the lock on that byte.
  static bool isHeld(const cpu::FileDescriptor &file, uint64_t place);

  Outcome outcome() const { return outcome_; }
  void release();

private:
  Outcome outcome_ = Outcome::none;
  cpu::FileDescriptor file_; ///< where the lock is held
  struct stat opened_{};     ///< of the file
  uint64_t place_ = 0;
};

} // namespace weft::core

#endif
