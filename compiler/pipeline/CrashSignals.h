// The signal handlers and LLVM's error handlers that are in place while guarded work runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_CRASH_SIGNALS_H
#define WEFT_COMPILER_PIPELINE_CRASH_SIGNALS_H

#include <array>
#include <csignal>

#include "llvm/Support/ErrorHandling.h"

namespace weft::compiler {

/// Installs the handlers when the first is made and removes them with the last; thread-safe. A signal on a thread
/// that does no guarded work goes to the handler that the application had, with everything the kernel told.
class CrashSignals {
public:
  static constexpr std::array<int, 6> signals = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

  CrashSignals(llvm::fatal_error_handler_t onFatalError, llvm::fatal_error_handler_t onBadAlloc);
  ~CrashSignals();
  CrashSignals(const CrashSignals &) = delete;
  CrashSignals &operator=(const CrashSignals &) = delete;
};

} // namespace weft::compiler

#endif
