// The text that the work-items of one launch print.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/Printer.h"

#include <cerrno>
#include <cstdio>
#include <exception>
#include <poll.h>
#include <span>
#include <string_view>
#include <unistd.h>

#include "base/PrintFormat.h"
#include "base/ThreadRecord.h"

namespace weft::cpu {

namespace {

/// Text of at least this size is written before the launch ends. The size is large enough to make system calls rare.
constexpr size_t writeAtBytes = 64 * 1024;

/// Returns whether it is worth trying the failed write again. Waits for a non-blocking descriptor to have room.
bool waitFor(int descriptor) {
  if (errno == EINTR)
    return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK)
    return false;
  pollfd ready{.fd = descriptor, .events = POLLOUT, .revents = 0};
  return poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

bool writeTo(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written > 0)
      text.remove_prefix(size_t(written));
    else if (written == 0 || !waitFor(descriptor))
      return false;
  }
  return true;
}

/// Writes the text after what the application has printed. It bypasses the C library's buffer, which loses the text
/// that a non-blocking descriptor has no room for.
bool writeToStdout(std::string_view text) {
  flockfile(stdout);
  bool written = std::fflush(stdout) == 0;
  if (const int descriptor = fileno(stdout); descriptor >= 0)
    written &= writeTo(descriptor, text);
  else // the application has made its own stream, without a descriptor
    written &= std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  funlockfile(stdout);
  return written;
}

} // namespace

int32_t Printer::print(void *printer, const char *format, const WeftPrintArgument *arguments, uint32_t argumentCount,
                       const void *values) noexcept {
  const RuntimeCall call;
  auto &self = *static_cast<Printer *>(printer);
  try {
    std::string text;
    const bool valid = formatPrint(text, format, std::span(arguments, argumentCount), values);
    Lock lock(self.mutex_);
    self.pending_ += text;
    if (self.pending_.size() >= writeAtBytes)
      self.write();
    return valid ? 0 : -1;
  } catch (const std::exception &) { // no memory; generated code can't be unwound
    return -1;
  }
}

bool Printer::flush() {
  Lock lock(mutex_);
  write();
  return !failed_;
}

void Printer::write() {
  if (pending_.empty())
    return;
  failed_ |= !writeToStdout(pending_);
  pending_.clear();
}

} // namespace weft::cpu
