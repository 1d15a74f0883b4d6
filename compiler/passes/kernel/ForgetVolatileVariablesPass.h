// Makes ordinary variables of private ones that are volatile.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_FORGET_VOLATILE_VARIABLES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_FORGET_VOLATILE_VARIABLES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: accesses of a private variable, a scalar or vector whose address goes nowhere, are volatile no more.
/// Why: nobody else can see or change such a variable. Kernels make their local id volatile to keep some GPU's compiler
/// from holding it in registers; on a CPU each work-item of a packet then has a copy in memory, and of what is computed
/// from it nothing is known. Arrays, and variables whose address is taken, stay volatile.
/// Requires: nothing. Before variables are made values (SROA).
/// Guarantees: no instruction is added or removed.
///
///   %tid = alloca i32                                  %tid = alloca i32
///   store volatile i32 %id, ptr %tid            =>     store i32 %id, ptr %tid
///   %v = load volatile i32, ptr %tid                   %v = load i32, ptr %tid
class ForgetVolatileVariablesPass : public llvm::PassInfoMixin<ForgetVolatileVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
