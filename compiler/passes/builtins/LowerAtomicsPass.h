// Replaces calls of atomic functions by atomic instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_ATOMICS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_ATOMICS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: turns calls of the atomic functions on integers of 32 and 64 bits (OpenCL C 3.0, 6.15.12.7 and 6.15.12.8) into
/// LLVM's atomic instructions. These are the functions of OpenCL C 1.x, which are relaxed, and the functions of 2.0
/// with a constant memory order. The pass ignores the memory scope. The compare-and-exchange functions of 2.0, whose
/// expected value is in memory, and floating-point atomics stay calls.
/// Why: later passes know which memory an atomic instruction accesses, which a call doesn't show. They also know how to
/// combine the operations of a packet's lanes that have the same address.
/// Requires: spir64's mangled names.
/// Guarantees: nothing but these calls changes.
///
///   %old = call i32 @_Z10atomic_incPU3AS3Vj(ptr addrspace(3) %p)
/// =>
///   %old = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
class LowerAtomicsPass : public llvm::PassInfoMixin<LowerAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
