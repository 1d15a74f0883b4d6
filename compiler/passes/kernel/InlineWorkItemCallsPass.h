// Inlines all functions that need the kernel's parameters into the kernel: for barriers, ids, program variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_INLINE_WORK_ITEM_CALLS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_INLINE_WORK_ITEM_CALLS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: inlines each function that, itself or through the functions that it calls, does one of the following: it calls
/// a work-item function (see WorkItemFunctions.h), a collective of sub-groups or printf, queries which address space a
/// generic pointer points to (GenericPointerFunctions.h), uses a variable in program memory or in local memory, or
/// enqueues a kernel.
/// Why: later passes form the regions between barriers, and the loops around them, in one function body. Also, only the
/// kernel has the ABI's parameters.
/// Requires: a module as extract-kernel leaves it, without recursion.
/// Guarantees: only the kernel uses these functions and variables; inlined functions are removed. The pass emits an
/// error for a function whose address is taken and that would have to be inlined.
///
///   define internal void @f() { call @barrier }         (gone)
///   define void @k() "weft-kernel" {               =>   define void @k() "weft-kernel" {
///     call void @f()                                      call @barrier
class InlineWorkItemCallsPass : public llvm::PassInfoMixin<InlineWorkItemCallsPass> {
public:
  /// The kernel may have at most `mostInstructions` instructions after inlining; more are an error.
  explicit InlineWorkItemCallsPass(size_t mostInstructions = CompileBudget().inlined)
      : mostInstructions_(mostInstructions) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  size_t mostInstructions_;
};

} // namespace weft::compiler

#endif
