// Answers to_global, to_local, to_private and get_fence.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_RESOLVE_GENERIC_POINTERS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_RESOLVE_GENERIC_POINTERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces each call that asks which address space a generic pointer points to.
/// Why: on the CPU all of them are one. Where the pointer comes from a cast of a named address space the answer is
/// known; else it follows from the address: local memory is where WeftGroup says. Private memory is the stack that the
/// kernel has taken (from the stack pointer up to its frame's end; what it calls takes more, but has given it back) and
/// the group's scratch. Everything else is global, also memory of the application's own stack that a buffer uses.
/// Requires: a kernel as lower-work-item-functions leaves it, with all callers of these functions inlined.
/// Guarantees: no such call is left; what the group shares stands in the entry block.
///
///   %g = call ptr addrspace(1) @__to_local(    =>   %offset = sub i64 (ptrtoint %p), (ptrtoint %local.memory)
///            ptr addrspace(4) %p)                   %is.local = icmp ult i64 %offset, %local.bytes
///                                                   %g = select %is.local, (addrspacecast %p), null
class ResolveGenericPointersPass : public llvm::PassInfoMixin<ResolveGenericPointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
