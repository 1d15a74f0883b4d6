// Abandons a guarded run (a piece of the compiler's work) that crashes or runs out of memory, and saves the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/Guard.h"

#include <cstring>
#include <optional>
#include <pthread.h>

namespace weft::compiler {
namespace {

/// The key of each thread's guard. It isn't a thread_local variable: in a library that was loaded by dlopen, a thread's
/// first use of a thread_local variable allocates memory, which a signal handler must not do. Written once, before any
/// guard is made.
constinit std::optional<pthread_key_t> guardOfThread;

} // namespace

bool Guard::prepare() {
  static const bool once = [] {
    pthread_key_t key;
    if (pthread_key_create(&key, nullptr) == 0)
      guardOfThread = key;
    return true;
  }();
  return once && guardOfThread.has_value();
}

Guard *Guard::current() { return guardOfThread ? static_cast<Guard *>(pthread_getspecific(*guardOfThread)) : nullptr; }

Guard::Guard(RunBlocks &blocks) : blocks_(blocks) { pthread_setspecific(*guardOfThread, this); }

Guard::~Guard() { pthread_setspecific(*guardOfThread, nullptr); }

void Guard::leaveBySignal(int signal) {
  signal_ = signal;
  leave();
}

void Guard::leaveByFatalError(const char *reason) {
  std::strncpy(reason_.data(), reason, reason_.size() - 1);
  leave();
}

void Guard::leaveForOutOfMemory() {
  memoryHasFailed_ = true;
  leave();
}

void Guard::leave() { siglongjmp(exit_, 1); }

} // namespace weft::compiler
