// Which bytes of a buffer somebody has written, for kernels that look for reads of others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_WRITTEN_BYTES_H
#define WEFT_RUNTIME_CORE_MEMORY_WRITTEN_BYTES_H

#include <cstddef>
#include <cstdint>
#include <memory>

#include "Mutex.h"

namespace weft::core {

/// A byte for each byte of the buffer, its mark: zero, or all ones once that one is written. The host marks what its
/// commands write when they are enqueued, and kernels what they write when they do (WeftCheckArgument::written). Bytes
/// only ever become written. Any thread may call any function at any time.
class WrittenBytes {
public:
  /// For a buffer of which nothing is written. Null where there is no memory: all counts as written then.
  static std::unique_ptr<WrittenBytes> create(size_t size);
  WrittenBytes(const WrittenBytes &) = delete;
  WrittenBytes &operator=(const WrittenBytes &) = delete;
  ~WrittenBytes();

  /// The stretch lies within the buffer.
  void note(size_t offset, size_t size) WEFT_EXCLUDES(mutex_);
  /// The mark of the first byte; null once all bytes are written. It stays as long as this does.
  uint8_t *marks() WEFT_EXCLUDES(mutex_);

private:
  WrittenBytes(uint8_t *marks, size_t size) : marks_(marks), size_(size) {}

  uint8_t *const marks_;
  const size_t size_;
  Mutex mutex_;
  size_t leading_ WEFT_GUARDED_BY(mutex_) = 0; ///< so many bytes at the front are known to be written
};

} // namespace weft::core

#endif
