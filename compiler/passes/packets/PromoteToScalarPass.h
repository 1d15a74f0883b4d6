// Keeps elements of memory that a loop updates in registers meanwhile.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PROMOTE_ELEMENTS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_PROMOTE_ELEMENTS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: has LLVM's LICM load an element before the loop and store it behind, where a loop loads and stores it with
/// each trip and nothing else in it can meet it. Sums in memory are written so: c[i] += a[k] * b[k]. Where the
/// work-item has stored the element before the loop, only some trips need do so in it.
/// Why: LLVM does it in the end as well, but for no masked access: on packets it must be done before. A sum in a
/// register also lets rows of packets share what they load.
/// Requires: a kernel for one work-item; what is known of its buffers is in alias scopes (separate-buffers).
/// Guarantees: kernels without such a store are left as they are, and so are loops with a barrier. In others all loops
/// are rotated, and what doesn't change in the loops at hand stands before them. Nothing is stored where the kernel
/// doesn't store.
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
