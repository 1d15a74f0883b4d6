// Inlines the program's functions into the kernel, as far as it stays of a reasonable size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_INLINE_FUNCTIONS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_INLINE_FUNCTIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: inlines calls of functions that have a body into the kernel, those in what was inlined included, until the
/// kernel has as many instructions as the pass allows.
/// Why: packets are made of the kernel's own body; a function that is left is called for one work-item after the other.
/// Requires: no recursion.
/// Guarantees: what is left of calls in the kernel are those of builtins, through pointers, or beyond the limit.
///
///   define internal i32 @f(i32 %x) { ret i32 %x }     define void @k() "weft-kernel" {
///   define void @k() "weft-kernel" {              =>    store i32 1, ptr %p
///     %v = call i32 @f(i32 1)
///     store i32 %v, ptr %p
class InlineFunctionsPass : public llvm::PassInfoMixin<InlineFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
