// The handlers of signals and of LLVM's errors that keep a crash within the compiler from ending the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/CrashSignals.h"

#include <dlfcn.h>
#include <utility>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include "Mutex.h"
#include "pipeline/Guard.h"

namespace weft::compiler {
namespace {

using Actions = std::array<struct sigaction, CrashSignals::signals.size()>;

Mutex mutex;
/// The number of CrashSignals objects.
unsigned users WEFT_GUARDED_BY(mutex) = 0;
/// The number of our handler functions, which are installed in turn. While ours is installed, the application may set a
/// handler that calls the handler it replaces, ours. The next guarded run then installs our handler again, and passes
/// signals on to the application's handler. If ours were the same function as before, the two handlers would call each
/// other for ever.
constexpr size_t generations = 16;
/// For each signal, the generation (the number of our handler function) that was installed last.
std::array<size_t, CrashSignals::signals.size()> generationOf WEFT_GUARDED_BY(mutex){};
/// For each generation of our handlers, the application's actions that it replaces, and to which it passes signals on.
/// Written under `mutex` before the generation is installed. Afterwards handlers read it without a lock.
std::array<Actions, generations> applications;
/// glibc's variable, kept for debuggers, that points to the message which glibc prints before it aborts. Like the
/// actions, `abortMessage` is written under `mutex`, before a handler is installed.
const char *const *abortMessage = nullptr;

size_t indexOf(int signal) {
  for (size_t index = 0; index < CrashSignals::signals.size(); ++index)
    if (CrashSignals::signals[index] == signal)
      return index;
  return 0;
}

/// Blocks the signals that the application wants blocked while its handler runs.
class BlockedFor {
public:
  BlockedFor(const struct sigaction &action, int signal) {
    sigset_t blocked = action.sa_mask;
    if (!(action.sa_flags & SA_NODEFER))
      sigaddset(&blocked, signal);
    else
      sigdelset(&blocked, signal);
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~BlockedFor() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedFor(const BlockedFor &) = delete;
  BlockedFor &operator=(const BlockedFor &) = delete;

private:
  sigset_t before_;
};

/// Does what the operating system would have done without our handler. For the default action, the signal has to arrive
/// again. A fault arrives again, because its instruction runs again after the handler returns. A signal that another
/// process or thread sent is sent again.
void passOn(const struct sigaction &action, int signal, siginfo_t *info, void *context) {
  if (!(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN && info->si_code <= 0)
    return;
  if (!(action.sa_flags & SA_SIGINFO) && (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)) {
    sigaction(signal, &action, nullptr);
    if (info->si_code <= 0)
      raise(signal);
    return;
  }
  const BlockedFor blocked(action, signal);
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
}

/// Whether the C library has aborted the process because its heap is damaged. The C library then holds locks that the
/// next allocation would wait for, so the process can't continue. If the C library has no variable for its message,
/// damage isn't recognised.
bool heapIsDamaged() { return abortMessage && *abortMessage; }

template <size_t generation> void onSignal(int signal, siginfo_t *info, void *context) {
  Guard *guard = Guard::current();
  if (guard && !(signal == SIGABRT && heapIsDamaged()))
    guard->leaveBySignal(signal);
  else
    passOn(applications[generation][indexOf(signal)], signal, info, context);
}

using Handler = void (*)(int, siginfo_t *, void *);
template <size_t... generation>
constexpr std::array<Handler, generations> handlersOf(std::index_sequence<generation...>) {
  return {onSignal<generation>...};
}
constexpr std::array<Handler, generations> handlers = handlersOf(std::make_index_sequence<generations>());

bool isOurs(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) && llvm::is_contained(handlers, action.sa_sigaction);
}

bool isSame(const struct sigaction &a, const struct sigaction &b) {
  return a.sa_flags == b.sa_flags && a.sa_sigaction == b.sa_sigaction;
}

void install(size_t index) WEFT_REQUIRES(mutex) {
  const int signal = CrashSignals::signals[index];
  struct sigaction now;
  sigaction(signal, nullptr, &now);
  if (isOurs(now))
    return;
  if (!isSame(now, applications[generationOf[index]][index]))
    generationOf[index] = (generationOf[index] + 1) % generations;
  const size_t generation = generationOf[index];
  struct sigaction ours = {};
  ours.sa_sigaction = handlers[generation];
  // The handler runs on the alternate stack, as the thread's own stack may have overflown. The signal isn't blocked in
  // the handler: a guarded run leaves the handler without returning, and the application's handler has a mask of its
  // own.
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&ours.sa_mask);
  struct sigaction &behind = applications[generation][index];
  behind = now;
  sigaction(signal, &ours, &now);
  behind = now; // the application may have changed its action in between
}

void remove(size_t index) WEFT_REQUIRES(mutex) {
  const int signal = CrashSignals::signals[index];
  struct sigaction now;
  sigaction(signal, nullptr, &now);
  if (!isOurs(now))
    return; // the application has set a handler meanwhile, which stays
  sigaction(signal, &applications[generationOf[index]][index], &now);
  if (!isOurs(now))
    sigaction(signal, &now, nullptr);
}

void onFatalError(void *, const char *reason, bool) {
  // On a thread without a guard, the error isn't from this compiler's work. LLVM then ends the process, as it does
  // without a handler.
  if (Guard *guard = Guard::current())
    guard->leaveByFatalError(reason);
}
void onBadAlloc(void *, const char *, bool) {
  if (Guard *guard = Guard::current())
    guard->leaveForOutOfMemory();
}

} // namespace

CrashSignals::CrashSignals() {
  const Lock lock(mutex);
  if (users++ > 0)
    return;
  abortMessage = static_cast<const char *const *>(dlvsym(RTLD_DEFAULT, "__abort_msg", "GLIBC_PRIVATE"));
  for (size_t index = 0; index < signals.size(); ++index)
    install(index);
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(onBadAlloc);
}

CrashSignals::~CrashSignals() {
  const Lock lock(mutex);
  if (--users > 0)
    return;
  llvm::remove_bad_alloc_error_handler();
  llvm::remove_fatal_error_handler();
  for (size_t index = 0; index < signals.size(); ++index)
    remove(index);
}

} // namespace weft::compiler
