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

/// When the collected text has at least this size, it is written before the launch ends. The size is so large that
/// system calls are rare.
constexpr size_t writeAtBytes = 64 * 1024;

/// Called after a write has failed: returns whether to try it again. If the descriptor is non-blocking and full, first
/// waits until it can be written.
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

/// Flushes stdout, so that what the application has printed comes first, and then writes the text directly to its
/// descriptor. The C library's buffer isn't used, because it loses text if the descriptor is non-blocking and full.
bool writeToStdout(std::string_view text) {
  flockfile(stdout);
  bool written = std::fflush(stdout) == 0;
  if (const int descriptor = fileno(stdout); descriptor >= 0)
    written &= writeTo(descriptor, text);
  else // the application's stdout is a stream without a descriptor
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
  } catch (const std::exception &) { // there is no memory; the exception must not reach the kernel's code, which can't
                                     // be unwound
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
