// Brings all that needs the kernel's parameters into the kernel's own body: barriers, ids, program variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_INLINE_WORK_ITEM_CALLS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_INLINE_WORK_ITEM_CALLS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {

/// What: inlines each function that calls a work-item function (see WorkItemFunctions.h) or printf, asks what a generic
/// pointer points to (GenericPointerFunctions.h), or uses a variable in program memory, itself or through others.
/// Why: regions between barriers, and the loops around them, are formed in one function body; and only the kernel has
/// the ABI's parameters.
/// Requires: a module as extract-kernel leaves it, without recursion.
/// Guarantees: all of these are used in the kernel alone; what was inlined is gone. An error is emitted for a function
/// whose address is taken and that would have to be inlined.
///
///   define internal void @f() { call @barrier }         (gone)
///   define void @k() "weft-kernel" {               =>   define void @k() "weft-kernel" {
///     call void @f()                                      call @barrier
class InlineWorkItemCallsPass : public llvm::PassInfoMixin<InlineWorkItemCallsPass> {
public:
  /// A kernel with all that has to be inlined may have at most so many instructions; more are an error.
  explicit InlineWorkItemCallsPass(size_t mostInstructions = CompileBudget().inlined)
      : mostInstructions_(mostInstructions) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  size_t mostInstructions_;
};

} // namespace weft::compiler

#endif
