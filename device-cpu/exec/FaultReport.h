// The description of a kernel's fault, and the sentence that reports it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_EXEC_FAULT_REPORT_H
#define WEFT_DEVICE_CPU_EXEC_FAULT_REPORT_H

#include <csignal>
#include <cstddef>
#include <cstdint>

#include "base/ThreadRecord.h"

namespace weft::cpu {

/// What the processor reports about a fault, on x86-64 and AArch64. On AArch64 it is mostly unknown whether the access
/// was a read or a write.
struct Fault {
  enum class Access { unknown, read, write, fetch };

  Fault(int signal, const siginfo_t &info, const void *context);

  int signal;
  int code;            ///< siginfo_t::si_code
  uintptr_t address;   ///< the accessed address; for SIGFPE and SIGILL the instruction's address
  uintptr_t pc = 0;    ///< the address of the instruction
  uintptr_t stack = 0; ///< the stack pointer
  Access access = Access::unknown;

  /// Returns whether the fault means that the kernel has used up its stack. That is so if the accessed address is near
  /// the stack pointer: only the stack lies there, and an access to the stack faults for no other reason.
  bool isOfStack() const;
  /// Returns the address of the code that called the function in which the fault happened, on the assumption that this
  /// function has no stack frame of its own. That is true if code has called an address at which there is no function,
  /// and in many leaf functions of the C library. Returns 0 if the stack can't be read, and always on AArch64.
  uintptr_t caller() const;
};

/// Writes the sentence without a newline, and returns its length. For signal handlers: takes no memory and no lock.
size_t describeFault(const Fault &fault, const RunningLaunch &running, char *text, size_t most);

/// Returns the name of a fault's signal, such as "SIGSEGV".
const char *nameOfSignal(int signal);

} // namespace weft::cpu

#endif
