// The signal handlers and LLVM's error handlers that are in place while guarded work runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/CrashSignals.h"

#include <dlfcn.h>
#include <mutex>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Signals.h"

namespace weft::compiler {
namespace {

using Actions = std::array<struct sigaction, CrashSignals::signals.size()>;

std::mutex mutex;
/// Guarded by `mutex`: how many need the handlers.
unsigned users = 0;
/// Written under `mutex` before our handler is in place, then only read, also by the handler.
Actions applications;
Actions recovery;
/// glibc's pointer to the sentence that it has printed before it aborts, kept for debuggers. Written like the actions.
const char *const *abortMessage = nullptr;

size_t indexOf(int signal) {
  for (size_t index = 0; index < CrashSignals::signals.size(); ++index)
    if (CrashSignals::signals[index] == signal)
      return index;
  return 0;
}

/// Does what the kernel would have done without us. The default action needs the signal to come again: a fault does,
/// as the instruction is run again after the return; one that was sent is sent again.
void passOn(const struct sigaction &action, int signal, siginfo_t *info, void *context) {
  if (action.sa_flags & SA_SIGINFO) {
    action.sa_sigaction(signal, info, context);
    return;
  }
  if (action.sa_handler == SIG_IGN && info->si_code <= 0)
    return;
  if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
    sigaction(signal, &action, nullptr);
    if (info->si_code <= 0)
      raise(signal);
    return;
  }
  action.sa_handler(signal);
}

/// Whether the C library has ended the process because its own heap is damaged. It holds locks then that the next
/// allocation would wait for, so there is no going on. Where the variable isn't there no such end is recognised.
bool heapIsDamaged() { return abortMessage && *abortMessage; }

void onSignal(int signal, siginfo_t *info, void *context) {
  const size_t index = indexOf(signal);
  if (llvm::CrashRecoveryContext::GetCurrent() && !(signal == SIGABRT && heapIsDamaged()))
    recovery[index].sa_handler(signal); // Does not return: it goes on after the guard.
  else
    passOn(applications[index], signal, info, context);
}

/// LLVM handles a dozen signals, SIGINT and SIGUSR1 among them, from the first temporary file on that it is to delete
/// (lld's output), and for good. It does so once: here, after which the application's handlers come back.
void keepLlvmFromSignals() {
  std::array<struct sigaction, NSIG> before;
  for (int signal = 1; signal < NSIG; ++signal)
    sigaction(signal, nullptr, &before[static_cast<size_t>(signal)]);
  stack_t stack = {};
  sigaltstack(nullptr, &stack);
  const llvm::StringRef nothing = "";
  llvm::sys::RemoveFileOnSignal(nothing);
  llvm::sys::DontRemoveFileOnSignal(nothing);
  for (int signal = 1; signal < NSIG; ++signal)
    sigaction(signal, &before[static_cast<size_t>(signal)], nullptr);
  sigaltstack(&stack, nullptr);
}

void installSignalHandlers() {
  static const bool once = (keepLlvmFromSignals(), true);
  static_cast<void>(once);
  abortMessage = static_cast<const char *const *>(dlvsym(RTLD_DEFAULT, "__abort_msg", "GLIBC_PRIVATE"));
  for (size_t index = 0; index < applications.size(); ++index)
    sigaction(CrashSignals::signals[index], nullptr, &applications[index]);
  llvm::CrashRecoveryContext::Enable();
  for (size_t index = 0; index < recovery.size(); ++index) {
    sigaction(CrashSignals::signals[index], nullptr, &recovery[index]);
    struct sigaction ours = {};
    ours.sa_sigaction = onSignal;
    // On the alternate stack, as the thread's own may have overflown.
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    sigaction(CrashSignals::signals[index], &ours, nullptr);
  }
}

void removeSignalHandlers() {
  // Where the application has changed a handler in the meantime, its choice stays.
  Actions now;
  for (size_t index = 0; index < now.size(); ++index)
    sigaction(CrashSignals::signals[index], nullptr, &now[index]);
  llvm::CrashRecoveryContext::Disable();
  for (size_t index = 0; index < now.size(); ++index)
    if (!(now[index].sa_flags & SA_SIGINFO) || now[index].sa_sigaction != onSignal)
      sigaction(CrashSignals::signals[index], &now[index], nullptr);
}

} // namespace

CrashSignals::CrashSignals(llvm::fatal_error_handler_t onFatalError, llvm::fatal_error_handler_t onBadAlloc) {
  const std::lock_guard lock(mutex);
  if (users++ > 0)
    return;
  installSignalHandlers();
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(onBadAlloc);
}

CrashSignals::~CrashSignals() {
  const std::lock_guard lock(mutex);
  if (--users > 0)
    return;
  llvm::remove_bad_alloc_error_handler();
  llvm::remove_fatal_error_handler();
  removeSignalHandlers();
}

} // namespace weft::compiler
