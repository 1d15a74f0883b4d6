// Removes `volatile` from accesses to private variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_FORGET_VOLATILE_VARIABLES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_FORGET_VOLATILE_VARIABLES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: accesses to a private scalar or vector variable whose address doesn't escape are no longer volatile.
/// Why: no other thread can see or change such a variable. Some kernels make their local id volatile, to keep a GPU's
/// compiler from holding it in a register. On a CPU each work-item of a packet then has a copy in memory, and the
/// analyses know nothing about values computed from it. Arrays, and variables whose address is taken, stay volatile.
/// Requires: nothing. Runs before SROA promotes variables to values.
/// Guarantees: no instruction is added or removed.
///
///   %tid = alloca i32                                  %tid = alloca i32
///   store volatile i32 %id, ptr %tid            =>     store i32 %id, ptr %tid
///   %v = load volatile i32, ptr %tid                   %v = load i32, ptr %tid
class DropVolatilePass : public llvm::PassInfoMixin<DropVolatilePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
