// The machine that code is made for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_HOST_TARGET_H
#define WEFT_COMPILER_CODEGEN_HOST_TARGET_H

#include <memory>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

/// `cpu` in LLVM's terms; "" for the one this runs on with all that it can do. The machine optimises fully and makes
/// position-independent code. How wide vectors should be is left to what LLVM knows of the CPU: some slow down as a
/// whole while 512-bit units are busy.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostTarget(llvm::StringRef cpu);

/// A machine as createHostTarget makes it, for one piece of work: one that earlier work was done with, or else a new
/// one. What LLVM has worked out about a CPU, which takes as long as a twentieth of a small kernel's code, serves
/// again.
///
/// Work may be left in the middle, which leaves its machine in any state. So the loan stands outside of the work, and
/// the machine is lost unless it is given back after the work has come to its end. Any thread may borrow.
class HostTargetLoan {
public:
  HostTargetLoan() = default;
  HostTargetLoan(const HostTargetLoan &) = delete;
  HostTargetLoan &operator=(const HostTargetLoan &) = delete;
  ~HostTargetLoan();

  /// The machine, this loan's until it is given back. Once for each loan.
  llvm::Expected<llvm::TargetMachine *> borrow(llvm::StringRef cpu);
  /// Nothing where none was borrowed. A machine whose level of optimisation isn't the one that it was made with is
  /// destroyed.
  void giveBack();

private:
  std::unique_ptr<llvm::TargetMachine> machine_;
};

} // namespace weft::compiler

#endif
