// Replaces atomic accesses to local memory by ordinary accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_RELAX_LOCAL_ATOMICS_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_RELAX_LOCAL_ATOMICS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces atomic instructions on local memory by loads, arithmetic and stores.
/// Why: a locked instruction takes some twenty cycles. Only the work-items of one group see its local memory (OpenCL C
/// 3.0, 6.7.4). One thread runs these work-items, either one after the other or as fibers, which switch only at
/// barriers.
/// Requires: lower-builtins; address spaces inferred. Runs after work-item-loops: once the atomic instructions are
/// loads and stores, vector code made from them would run the loads of several work-items before their stores.
/// Guarantees: no instruction on local memory is atomic. If the pass has changed a function, calls of this function
/// have no access group, which would say that the iterations of a loop are independent: work-items that update the same
/// memory depend on each other.
///
///   %old = atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
/// =>
///   %old = load i32, ptr addrspace(3) %p
///   %new = add i32 %old, 1
///   store i32 %new, ptr addrspace(3) %p
class RelaxLocalAtomicsPass : public llvm::PassInfoMixin<RelaxLocalAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
