// Records which bytes of a buffer have been written, for kernels that look for reads of unwritten bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/WrittenBytes.h"

#include <cstdlib>
#include <cstring>

namespace weft::core {

namespace {

/// The number of marks after the mark of the buffer's last byte: a checked access may begin within the buffer and end
/// after it.
constexpr size_t slack = 128;
constexpr uint8_t isWritten = 0xFF;

} // namespace

std::unique_ptr<WrittenBytes> WrittenBytes::create(size_t size) {
  auto *marks = static_cast<uint8_t *>(std::calloc(size + slack, 1)); // the system provides pages when they are touched
  return std::unique_ptr<WrittenBytes>(marks ? new WrittenBytes(marks, size) : nullptr);
}

WrittenBytes::~WrittenBytes() { std::free(marks_); }

void WrittenBytes::note(size_t offset, size_t size) {
  Lock lock(mutex_);
  std::memset(marks_ + offset, isWritten, size);
}

uint8_t *WrittenBytes::marks() {
  Lock lock(mutex_);
  while (leading_ < size_ && marks_[leading_] == isWritten)
    ++leading_;
  return leading_ == size_ ? nullptr : marks_;
}

} // namespace weft::core
