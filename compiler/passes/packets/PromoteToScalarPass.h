// Keeps elements of memory that a loop updates in registers during the loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PROMOTE_TO_SCALAR_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_PROMOTE_TO_SCALAR_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: finds a loop that loads and stores an element in each iteration, where nothing else in the loop can alias the
/// element. LLVM's LICM then loads the element before the loop and stores it after the loop. An example is a sum in
/// memory: c[i] += a[k] * b[k]. If the work-item has stored the element before the loop, it is enough that some
/// iterations load and store it.
/// Why: LLVM does this later as well, but not for masked accesses, so for packets it must happen before packets are
/// generated. If the sum is in a register, rows of packets that run together can also share their loads.
/// Requires: kernel code for one work-item; alias scopes say which of its buffers don't overlap (separate-buffers).
/// Guarantees: loops with a barrier stay as they are, and so do kernels in which no loop stores to one element in all
/// iterations. In other kernels all loops are rotated, and loop-invariant code of these loops stands before them. No
/// memory is written that the kernel doesn't write.
///
///   loop:                                               %before = load float, ptr addrspace(1) %c
///     ...                                               loop:
///     %sum = load float, ptr addrspace(1) %c              %sum = phi float [ %before, ... ], [ %more, %loop ]
///     %more = fadd float %sum, %x                     =>  %more = fadd float %sum, %x
///     store float %more, ptr addrspace(1) %c              ...
///     ...                                               end:
///   end:                                                  store float %more, ptr addrspace(1) %c
class PromoteToScalarPass : public llvm::PassInfoMixin<PromoteToScalarPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
