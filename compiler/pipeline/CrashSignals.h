// The handlers of signals and of LLVM's errors that keep a crash within the compiler from ending the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_CRASH_SIGNALS_H
#define WEFT_COMPILER_PIPELINE_CRASH_SIGNALS_H

#include <array>
#include <csignal>

namespace weft::compiler {

/// While an object of this class exists, our handlers of crash signals are installed. The first object installs the
/// handlers, and the last one removes them. Thread-safe. A signal on a thread without a Guard always goes to the
/// handler that the application had, with all the information from the operating system: the application's handler is
/// replaced by ours in one step, and LLVM's own signal handlers are never installed. If the application sets a handler
/// while ours is installed, the application's handler stays.
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
