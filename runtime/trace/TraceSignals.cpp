// Has the trace written out when a fatal signal comes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TraceSignals.h"

#include <signal.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>

namespace weft::trace {

namespace {

constexpr std::array signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// Written before the handlers are in place, then only read.
constinit void (*writeOutNow)(bool) = nullptr;
std::array<struct sigaction, signals.size()> before;
/// Programs that live by such signals, as some that collect garbage do, are slowed down only so often.
constexpr unsigned mostWritten = 8;
constinit std::atomic<unsigned> written{0};

void handle(int signal, siginfo_t *info, void *context) {
  size_t index = 0;
  while (index + 1 < signals.size() && signals[index] != signal)
    ++index;
  const struct sigaction &action = before[index];
  const bool hasInfo = (action.sa_flags & SA_SIGINFO) != 0;
  const bool isDefault = !hasInfo && (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN);
  const bool isSent = info->si_code <= 0; // by a process, not by an instruction
  const int error = errno;
  if (!hasInfo && action.sa_handler == SIG_IGN && isSent)
    return;
  if (isDefault || written.fetch_add(1, std::memory_order_relaxed) < mostWritten)
    writeOutNow(isDefault);
  errno = error;
  if (isDefault) {
    // A fault comes again, as its instruction is run again; what was sent is sent again.
    struct sigaction none{};
    none.sa_handler = SIG_DFL;
    sigaction(signal, &none, nullptr);
    if (isSent)
      raise(signal);
  } else if (hasInfo) {
    action.sa_sigaction(signal, info, context);
  } else {
    action.sa_handler(signal);
  }
}

} // namespace

void installFatalHandlers(void (*writeOut)(bool isEnd)) {
  writeOutNow = writeOut;
  struct sigaction ours{};
  ours.sa_sigaction = handle;
  sigemptyset(&ours.sa_mask);
  for (size_t index = 0; index < signals.size(); ++index) {
    // The handler must know what is behind it before the first signal comes.
    sigaction(signals[index], nullptr, &before[index]);
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | (before[index].sa_flags & SA_NODEFER);
    sigaction(signals[index], &ours, nullptr);
  }
}

} // namespace weft::trace
