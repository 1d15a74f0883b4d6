// The handlers of the signals that kernels' faults raise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_FAULT_SIGNALS_H
#define WEFT_DEVICE_CPU_EXEC_FAULT_SIGNALS_H

#include <array>
#include <csignal>

#include "Faults.h"

namespace weft::cpu {

/// A thread that runs kernels must not block them: the system ends the process then without calling any handler.
inline constexpr std::array<int, 4> faultSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Writes a line with the sentence to standard error. Not for signal handlers.
void tellOfFault(const char *sentence);

/// Whether faults of kernels end their execution alone.
bool faultsEndExecutions();

} // namespace weft::cpu

#endif
