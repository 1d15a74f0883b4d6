// Replaces a load from one of two addresses by a branch to two loads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_SPECULATE_SELECTS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_SPECULATE_SELECTS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: finds a load from one of two addresses, which are selected by a condition that varies between lanes. The pass
/// replaces the load by a branch to a load from either address.
/// Why: LLVM makes one load of the two loads in `c ? a[i] : b[i]`. For a packet the elements of `a` are contiguous, and
/// so are the elements of `b`, but a mixture of both isn't.
/// Requires: kernel code for one work-item, with a chosen packet width.
/// Guarantees: nothing is loaded that wasn't loaded before. Loads of elements for which the CPU has no masked loads
/// stay as they are.
///
///   %p = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b      br i1 %c, label %1, label %2
///   %q = getelementptr float, ptr addrspace(1) %p, i64 %i            ; 1:
///   %x = load float, ptr addrspace(1) %q                             %qa = getelementptr float, .. %a, i64 %i
///                                                               =>   %xa = load float, ptr addrspace(1) %qa
///                                                                    ; 2: the same with %b
///                                                                    ; 3:
///                                                                    %x = phi float [ %xa, %1 ], [ %xb, %2 ]
class SpeculateSelectsPass : public llvm::PassInfoMixin<SpeculateSelectsPass> {
public:
  explicit SpeculateSelectsPass(const TargetProfile &profile) : smallestMasked_(profile.legal.masked) {}
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);

private:
  unsigned smallestMasked_; ///< bytes of the smallest element that the CPU loads masked; 0: no masked loads
};

} // namespace weft::compiler

#endif
