// Records which bytes of a buffer have been written, for kernels that look for reads of unwritten bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_WRITTEN_BYTES_H
#define WEFT_RUNTIME_CORE_MEMORY_WRITTEN_BYTES_H

#include <cstddef>
#include <cstdint>
#include <memory>

#include "Mutex.h"

namespace weft::core {

/// The object has a mark for each byte of the buffer. A mark is a byte that is zero, or all ones once the buffer's byte
/// is written. The host marks the bytes that a command writes when the command is enqueued. Kernels mark the bytes that
/// they write at the time of the write (WeftCheckArgument::written). A mark is never cleared. Any thread may call any
/// function at any time.
class WrittenBytes {
public:
  /// Creates the marks of a buffer of which no byte is written. Null if there is no memory: then all bytes count as
  /// written.
  static std::unique_ptr<WrittenBytes> create(size_t size);
  WrittenBytes(const WrittenBytes &) = delete;
  WrittenBytes &operator=(const WrittenBytes &) = delete;
  ~WrittenBytes();

  /// Marks bytes, which lie within the buffer, as written.
  void note(size_t offset, size_t size) WEFT_EXCLUDES(mutex_);
  /// The address of the mark of the buffer's first byte; null once all bytes of the buffer have been written. It is
  /// valid as long as this object lives.
  uint8_t *marks() WEFT_EXCLUDES(mutex_);

private:
  WrittenBytes(uint8_t *marks, size_t size) : marks_(marks), size_(size) {}

  uint8_t *const marks_;
  const size_t size_;
  Mutex mutex_;
  size_t leading_ WEFT_GUARDED_BY(mutex_) = 0; ///< how many bytes at the start are known to be written
};

} // namespace weft::core

#endif
