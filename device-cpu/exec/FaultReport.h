// The sentence about a kernel that faulted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_FAULT_REPORT_H
#define WEFT_DEVICE_CPU_EXEC_FAULT_REPORT_H

#include <csignal>
#include <cstddef>
#include <cstdint>

#include "base/ThreadRecord.h"

namespace weft::cpu {

/// What the processor says of a fault. For x86-64 and, but for the kind of access, AArch64.
struct Fault {
  enum class Access { unknown, read, write, fetch };

  Fault(int signal, const siginfo_t &info, const void *context);

  int signal;
  int code;            ///< siginfo_t::si_code
  uintptr_t address;   ///< that was reached; of SIGFPE and SIGILL that of the instruction
  uintptr_t pc = 0;    ///< of the instruction
  uintptr_t stack = 0; ///< the stack pointer
  Access access = Access::unknown;

  /// Near to the stack pointer there is nothing but the stack, unless that is used up.
  bool isOfStack() const;
  /// Where the innermost function returns to, as far as it has not made a frame: of one that code jumped or called to
  /// and that is none, or a leaf of the C library.
  uintptr_t caller() const;
};

/// Writes the sentence, without a line's end; returns its length. For signal handlers: takes no memory and no lock.
size_t describeFault(const Fault &fault, const RunningLaunch &running, char *text, size_t most);

/// "SIGSEGV"
const char *nameOfSignal(int signal);

} // namespace weft::cpu

#endif
