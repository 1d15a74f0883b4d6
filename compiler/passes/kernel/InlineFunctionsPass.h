// Inlines the program's functions into the kernel, up to a limit on the kernel's size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_INLINE_FUNCTIONS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_INLINE_FUNCTIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: inlines the kernel's calls of functions that have a body, and then the calls in the inlined code. A call stays
/// if the kernel, with the instructions of the called function, would have more than CodeSizes::inlinedFunctions
/// instructions.
/// Why: only the kernel's own body becomes packet code; a function that is not inlined is called once for each
/// work-item of the packet.
/// Requires: no recursion.
/// Guarantees: the calls that are left in the kernel are calls of functions without a body (builtins), calls through
/// pointers, and calls that the limit has kept.
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
