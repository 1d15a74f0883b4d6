// The handlers of the signals that kernels' faults raise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_FAULT_SIGNALS_H
#define WEFT_DEVICE_CPU_EXEC_FAULT_SIGNALS_H

#include <array>
#include <csignal>

#include "Faults.h"

namespace weft::cpu {

/// A thread that runs kernels must not block these signals: otherwise the system ends the process without calling any
/// handler.
inline constexpr std::array<int, 4> faultSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Writes a line with the sentence to standard error. Signal handlers must not call it.
void logFault(const char *sentence);

/// Returns whether a kernel's fault ends only the execution of its launch (FaultHandling::event), rather than the
/// process.
bool faultsEndExecutions();

} // namespace weft::cpu

#endif
