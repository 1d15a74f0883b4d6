// Maps every address space onto the one that the CPU has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_FLATTEN_ADDRESS_SPACES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_FLATTEN_ADDRESS_SPACES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: rewrites all pointers, in whatever type they occur, to address space 0, and turns events into pointers. An
/// access to memory that the application may have provided is taken to be aligned as its elements are, not as a vector.
/// Why: the code generator lowers memory intrinsics for address space 0 only, and libclc is imported for address space
/// 0 only. An event has no contents, but a variable may hold an event, which the code generator can't load. While a
/// pointer has its address space, the space shows whether its memory may be misaligned.
/// Requires: no kernel-scope local variable (lower-local-memory). Debuggers learn the locations of variables without
/// address spaces, too.
/// Guarantees: no load, store or copy in global, constant or generic memory faults because its address isn't aligned.
/// The module names no address space other than 0 and has no addrspacecast. Intrinsics that are overloaded by pointer
/// types have the names that go with their new types.
///
///   @t = internal addrspace(2) constant i32 7          @t = internal constant i32 7
///   define void @f(ptr addrspace(1) %p) {         =>   define void @f(ptr %p) {
///     %v = load i32, ptr addrspace(2) @t                 %v = load i32, ptr @t
class FlattenAddressSpacesPass : public llvm::PassInfoMixin<FlattenAddressSpacesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
