// Marks for LLVM which accesses are to different buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SEPARATE_BUFFERS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_SEPARATE_BUFFERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: adds alias scopes to each access whose address comes only from pointer arguments. The access gets an alias
/// scope for each of these arguments, and noalias for the scopes of all other arguments. Atomic and volatile accesses
/// get no metadata. Neither do accesses through pointers from elsewhere: from memory, from an integer, or from a
/// variable of the program.
/// Why: OpenCL C allows buffers to overlap, so a sum in one buffer is loaded and stored in each iteration of a loop
/// that reads another buffer. But the runtime launches code that was compiled for distinct buffers
/// (weft-distinct-buffers) only with distinct buffers.
/// Requires: loads of pointer arguments carry weft.buffer. The pass works on packets as well as on single work-items.
/// Guarantees: existing scopes stay. weft-distinct-arguments and weft-written-arguments say what the code relies on and
/// the launch must fulfil; they are missing if the code relies on nothing. The buffers are distinct for the whole
/// launch, so code may be copied.
///
///   %a = load ptr addrspace(1), ptr %args, !weft.buffer !0     %x = load float, ptr addrspace(1) %a,
///   %b = load ptr addrspace(1), ptr %slot, !weft.buffer !1  =>      !alias.scope !{a}, !noalias !{b}
///   %x = load float, ptr addrspace(1) %a                       store float %x, ptr addrspace(1) %b,
///   store float %x, ptr addrspace(1) %b                             !alias.scope !{b}, !noalias !{a}
class SeparateBuffersPass : public llvm::PassInfoMixin<SeparateBuffersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
