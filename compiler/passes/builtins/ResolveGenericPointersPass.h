// Resolves calls of to_global, to_local, to_private and get_fence.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_RESOLVE_GENERIC_POINTERS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_RESOLVE_GENERIC_POINTERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces each call that queries which address space a generic pointer points to by the answer.
/// Why: on the CPU all address spaces are one, so no instruction can answer the query. If the pointer was cast from a
/// named address space, the answer is known. Otherwise the code compares the address with the memory of each space.
/// Local memory is at the address that WeftGroup gives. Private memory is the group's scratch and the stack memory of
/// the kernel, from the stack pointer up to the end of its frame; functions that the kernel calls take stack below
/// that, but have released it when they return. All other memory counts as global, even memory on the application's
/// stack if the application made it a buffer.
/// Requires: a kernel as lower-work-item-functions leaves it. All functions with such calls have been inlined into the
/// kernel (inline-work-item-calls).
/// Guarantees: no call that queries an address space is left. The bounds of the group's memory are computed once, in
/// the entry block.
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
