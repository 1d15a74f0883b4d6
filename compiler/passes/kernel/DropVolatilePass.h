// Removes `volatile` from accesses to private variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_DROP_VOLATILE_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_DROP_VOLATILE_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: removes `volatile` from the accesses to a private scalar or vector variable whose address is used only by
/// these accesses.
/// Why: no other thread can see or change a variable whose address doesn't escape. Some kernels make their local id
/// volatile, to keep a GPU's compiler from holding it in a register. If the accesses stayed volatile, each work-item of
/// a packet would load its local id from memory, and the analyses would know nothing about the loaded id. Accesses to
/// arrays, and to variables whose address is taken, stay volatile.
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
