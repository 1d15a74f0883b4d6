// Turns pointers to all address spaces of OpenCL into pointers to address space 0, the CPU's only address space.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_FLATTEN_ADDRESS_SPACES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_FLATTEN_ADDRESS_SPACES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: rewrites all pointers, in whatever type they occur, to address space 0, and turns events into pointers. An
/// access to memory that the application may have provided gets the alignment of its elements, even if it accesses a
/// vector.
/// Why: the code generator lowers memory intrinsics for address space 0 only, and libclc is imported for address space
/// 0 only. Events become pointers, because a variable may hold an event, and the code generator can't load values of
/// the event type. The pass itself lowers the alignments, because a pointer's address space shows whether the
/// application may have provided the memory, and later passes don't see the address space.
/// Requires: that bind-launch has left no kernel-scope local variable.
/// Guarantees: no load, store or copy in global, constant or generic memory faults because its address isn't aligned.
/// The module names no address space other than 0, not even in debug locations of variables, and has no addrspacecast.
/// Intrinsics that are overloaded by pointer types have the names that go with their new types.
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
