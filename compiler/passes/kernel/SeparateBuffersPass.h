// Tells LLVM which accesses reach different buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SEPARATE_BUFFERS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_SEPARATE_BUFFERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives each access whose address comes from pointer arguments alone an alias scope for each of these, and says
/// that it meets no access through the others (noalias). Atomic and volatile accesses get nothing, nor do those through
/// pointers that come from elsewhere: from memory, from a number, from a variable of the program.
/// Why: buffers may overlap as far as OpenCL C says, so a sum in one is loaded and stored with each trip of a loop that
/// reads another. The runtime knows better: a kernel that promises distinct buffers (weft-distinct-buffers) is launched
/// with no others.
/// Requires: loads of pointer arguments carry weft.buffer. Works on packets as well as on single work-items.
/// Guarantees: scopes that are there stay. weft-distinct-arguments and weft-written-arguments say what the launch must
/// be like; they are missing where nothing is relied on. Distinctness is the whole launch's, so code may be copied.
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
