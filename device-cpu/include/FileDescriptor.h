// A file descriptor with one owner.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_FILE_DESCRIPTOR_H
#define WEFT_DEVICE_CPU_FILE_DESCRIPTOR_H

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace weft::cpu {

/// Owns a file descriptor, which is never 0, 1 or 2. If a process has closed one of these three, the system would give
/// the number to the next file. Other code of the process that still writes to this number would then write into Weft's
/// file.
class FileDescriptor {
public:
  FileDescriptor() = default;
  /// Takes ownership of the descriptor. A negative one stands for no descriptor.
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {
    constexpr int firstFree = STDERR_FILENO + 1;
    if (descriptor < 0 || descriptor >= firstFree)
      return;
    descriptor_ = fcntl(descriptor, F_DUPFD_CLOEXEC, firstFree);
    const int error = errno;
    ::close(descriptor);
    errno = error;
  }
  FileDescriptor(FileDescriptor &&other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileDescriptor() { close(); }

  explicit operator bool() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  /// Gives up the descriptor without closing it.
  int release() { return std::exchange(descriptor_, -1); }
  /// Closes the descriptor. Returns false if data written before has not reached the file.
  bool close() { return descriptor_ < 0 || ::close(std::exchange(descriptor_, -1)) == 0; }

private:
  int descriptor_ = -1;
};

} // namespace weft::cpu

#endif
