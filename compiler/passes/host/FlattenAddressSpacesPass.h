// Maps every address space onto the one that the CPU has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_FLATTEN_ADDRESS_SPACES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_FLATTEN_ADDRESS_SPACES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: rewrites all pointers, wherever a type has them, to address space 0, and makes pointers of events. Accesses to
/// memory that the application may have given are taken to be aligned as their elements are, not as vectors.
/// Why: the code generator lowers memory intrinsics, and libclc is imported, for address space 0 only. An event has
/// no contents, but a variable may hold it, which the code generator can't load. The address space tells which memory
/// may be misaligned.
/// Requires: no kernel-scope local variable (lower-local-memory).
/// Where variables are is told to debuggers without address spaces too.
/// Guarantees: no load, store or copy in global, constant or generic memory faults because its address isn't aligned;
/// the module names no address space other than 0 and has no addrspacecast; intrinsics that are overloaded by pointer
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
