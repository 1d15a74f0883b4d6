// The signal handlers and LLVM's error handlers that are in place while guarded work runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_CRASH_SIGNALS_H
#define WEFT_COMPILER_PIPELINE_CRASH_SIGNALS_H

#include <array>
#include <csignal>

namespace weft::compiler {

/// Installs the handlers when the first is made and removes them with the last; thread-safe. A signal on a thread
/// without a Guard goes to the handler that the application had, with everything the kernel told, at every moment: ours
/// is exchanged for the application's in one step, and LLVM's own handlers are never installed. Where the application
/// sets a handler while ours is in place, that one stays.
class CrashSignals {
public:
  static constexpr std::array<int, 6> signals = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

  CrashSignals();
  ~CrashSignals();
  CrashSignals(const CrashSignals &) = delete;
  CrashSignals &operator=(const CrashSignals &) = delete;
};

} // namespace weft::compiler

#endif
