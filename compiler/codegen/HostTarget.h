// Creates LLVM's target machines for the CPU that code is generated for, and reuses them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_HOST_TARGET_H
#define WEFT_COMPILER_CODEGEN_HOST_TARGET_H

#include <memory>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

/// Creates a target machine for `cpu`, a CPU's name in LLVM; "" means the CPU that this process runs on, with all its
/// features. The machine optimises fully and generates position-independent code. Weft doesn't set the vector width
/// that LLVM prefers, because LLVM knows which CPUs slow down while their 512-bit units are busy.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostTarget(llvm::StringRef cpu);

/// A loan of a target machine, as createHostTarget creates it, for one piece of work. The machine is either new, or
/// earlier work has used it. A reused machine keeps the information about the CPU that LLVM has computed, which takes
/// as long as a twentieth of a small kernel's compilation.
///
/// Work may be abandoned in the middle, which leaves its machine in an unknown state. So the loan object must outlive
/// the work. If giveBack isn't called before the loan is destroyed, the machine is neither reused nor destroyed. Any
/// thread may borrow.
class HostTargetLoan {
public:
  HostTargetLoan() = default;
  HostTargetLoan(const HostTargetLoan &) = delete;
  HostTargetLoan &operator=(const HostTargetLoan &) = delete;
  ~HostTargetLoan();

  /// Returns the machine, which belongs to this loan until it is given back. May be called once for each loan.
  llvm::Expected<llvm::TargetMachine *> borrow(llvm::StringRef cpu);
  /// Gives the machine back, so that later work can reuse it; does nothing if no machine was borrowed. Destroys a
  /// machine whose level of optimisation has changed since it was created.
  void giveBack();

private:
  std::unique_ptr<llvm::TargetMachine> machine_;
};

} // namespace weft::compiler

#endif
