// Marks for LLVM which accesses are to different buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SEPARATE_BUFFERS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_SEPARATE_BUFFERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: adds alias scopes to each access whose address comes only from pointer arguments. The access gets the alias
/// scopes of these arguments, and noalias for the scopes of all other arguments. Atomic and volatile accesses get no
/// scopes. Accesses through other pointers get none either: pointers that were loaded from memory, or that come from an
/// integer or a variable of the program.
/// Why: OpenCL C allows buffers to overlap. So if a loop adds to a sum in one buffer and reads another buffer, LLVM has
/// to load and store the sum in each iteration. The pass changes only kernels with the attribute weft-distinct-buffers,
/// because the runtime launches their code only with buffers that don't overlap.
/// Requires: loads of pointer arguments carry weft.buffer. The pass works on packets as well as on single work-items.
/// Guarantees: existing scopes stay. The attribute weft-distinct-arguments names the arguments that must not overlap,
/// and weft-written-arguments names those of them that the kernel writes; the runtime checks each launch against them.
/// The kernel lacks both attributes if the pass has added no scopes. The buffers are distinct for the whole launch, so
/// later passes may copy the accesses together with their scopes.
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
