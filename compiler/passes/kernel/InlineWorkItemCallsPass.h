// Inlines into the kernel each function that needs the kernel's parameters, for example for an id or a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_INLINE_WORK_ITEM_CALLS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_INLINE_WORK_ITEM_CALLS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: inlines into the kernel each function that does one of the following, itself or through the functions that it
/// calls: it calls a work-item function (see WorkItemFunctions.h), a collective of sub-groups or printf, queries which
/// address space a generic pointer points to (GenericPointerFunctions.h), uses a variable in program memory or in local
/// memory, or enqueues a kernel.
/// Why: later passes form regions (the code from one barrier to the next) and the loops around them in the kernel's
/// body only. Also, only the kernel has the ABI's parameters (launch, group), from which ids and addresses of variables
/// are computed.
/// Requires: a module as extract-kernel leaves it, without recursion.
/// Guarantees: only the kernel calls work-item functions and the other functions above, and uses program and local
/// variables. Inlined functions are removed. If a function would have to be inlined but its address is taken, the pass
/// emits an error.
///
///   define internal void @f() { call @barrier }         (gone)
///   define void @k() "weft-kernel" {               =>   define void @k() "weft-kernel" {
///     call void @f()                                      call @barrier
class InlineWorkItemCallsPass : public llvm::PassInfoMixin<InlineWorkItemCallsPass> {
public:
  /// If the kernel would have more than `mostInstructions` instructions after inlining, the pass emits an error.
  explicit InlineWorkItemCallsPass(size_t mostInstructions = CompileBudget().inlined)
      : mostInstructions_(mostInstructions) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  size_t mostInstructions_;
};

} // namespace weft::compiler

#endif
