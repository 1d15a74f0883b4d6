// Makes the recorder write the trace when a fatal signal is delivered.
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

/// Written before the handlers are installed, and only read after that.
constinit void (*writeOutNow)(bool) = nullptr;
std::array<struct sigaction, signals.size()> before;
/// In some programs, such as garbage collectors, these signals are a part of normal work. So the trace is written only
/// at the first signals, at most this many, and later signals aren't slowed down.
constexpr unsigned mostWritten = 8;
constinit std::atomic<unsigned> written{0};

void handle(int signal, siginfo_t *info, void *context) {
  size_t index = 0;
  while (index + 1 < signals.size() && signals[index] != signal)
    ++index;
  const struct sigaction &action = before[index];
  const bool hasInfo = (action.sa_flags & SA_SIGINFO) != 0;
  const bool isDefault = !hasInfo && (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN);
  const bool isSent = info->si_code <= 0; // sent by a process, not raised by an instruction
  const int error = errno;
  if (!hasInfo && action.sa_handler == SIG_IGN && isSent)
    return;
  if (isDefault || written.fetch_add(1, std::memory_order_relaxed) < mostWritten)
    writeOutNow(isDefault);
  errno = error;
  if (isDefault) {
    // Sets the default action, which ends the process. If an instruction has raised the signal, it is executed again
    // after this handler and raises the signal again. A signal that a process has sent is sent again here.
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
    // The handler must know the previous action before the first signal is delivered.
    sigaction(signals[index], nullptr, &before[index]);
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | (before[index].sa_flags & SA_NODEFER);
    sigaction(signals[index], &ours, nullptr);
  }
}

} // namespace weft::trace
