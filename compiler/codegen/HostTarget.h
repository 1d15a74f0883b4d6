// The machine that the compiler makes code for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_HOST_TARGET_H
#define WEFT_COMPILER_CODEGEN_HOST_TARGET_H

#include <memory>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

/// Makes a target machine for `cpu`, a name in LLVM's terms; "" means the CPU that this process runs on, with all its
/// features. The machine optimises fully and makes position-independent code. LLVM chooses the vector width by its
/// knowledge of the CPU: some CPUs slow down as a whole while their 512-bit units are busy.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostTarget(llvm::StringRef cpu);

/// A loan of a machine, as createHostTarget makes it, for one piece of work. The machine is either one that earlier
/// work was done with, or a new one. A reused machine keeps what LLVM has worked out about a CPU, which takes as long
/// as a twentieth of a small kernel's compilation.
///
/// Work may be abandoned in the middle, which leaves its machine in any state. So the loan stands outside of the work,
/// and the machine is lost unless it is given back after the work has ended. Any thread may borrow.
class HostTargetLoan {
public:
  HostTargetLoan() = default;
  HostTargetLoan(const HostTargetLoan &) = delete;
  HostTargetLoan &operator=(const HostTargetLoan &) = delete;
  ~HostTargetLoan();

  /// Returns the machine, which belongs to this loan until it is given back. May be called once for each loan.
  llvm::Expected<llvm::TargetMachine *> borrow(llvm::StringRef cpu);
  /// Does nothing where no machine was borrowed. Destroys a machine whose level of optimisation isn't the one that it
  /// was made with.
  void giveBack();

private:
  std::unique_ptr<llvm::TargetMachine> machine_;
};

} // namespace weft::compiler

#endif
