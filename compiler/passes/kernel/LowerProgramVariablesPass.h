// Turns the program's variables into addresses in memory that all kernels of the program share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_LOWER_PROGRAM_VARIABLES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_LOWER_PROGRAM_VARIABLES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: each variable to which linking gave an offset in program memory (frontend/ProgramVariables.h) becomes an
/// address in WeftLaunch::programMemory.
/// Why: the kernels of a program share its variables, although each kernel is a shared object of its own. Conversely,
/// two program objects may use the same shared object for a kernel, but each has variables of its own. So the variables
/// can't be in the shared object.
/// Requires: a module as bind-arguments leaves it; only the kernel uses these variables (inline-work-item-calls).
/// Guarantees: no variable with the metadata weft.program.offset is left.
///
///   @total = addrspace(1) global i32 0, !weft.program.offset !{i64 16}
///   define void @k(ptr %launch, ptr %group) {             =>   %program.memory = load ptr, ptr %launch.programMemory
///     load i32, ptr addrspace(1) @total                        %total = addrspacecast ... to ptr addrspace(1)
///                                                              load i32, ptr addrspace(1) %total
class LowerProgramVariablesPass : public llvm::PassInfoMixin<LowerProgramVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
