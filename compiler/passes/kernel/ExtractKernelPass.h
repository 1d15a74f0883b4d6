// Reduces a linked program to one kernel and the functions and variables that the kernel reaches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_EXTRACT_KERNEL_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_EXTRACT_KERNEL_PASS_H

#include <utility>

#include "llvm/IR/PassManager.h"

#include "CodeRequest.h"

namespace weft::compiler {

/// What: keeps the kernel of the given name, makes everything else internal and removes all functions and variables
/// that the kernel doesn't reach.
/// Why: each kernel is compiled by itself, when it is needed.
/// Requires: a linked program in which the kernel exists according to `hasKernel` (otherwise the pass emits an error to
/// the context).
/// Guarantees: exactly one function has the attribute weft-kernel, along with the attributes of the request. It is the
/// only function with external linkage and a body, and it has the C calling convention. If the kernel enqueues a block,
/// the call names the block's kernel by a string. The pass emits an error for recursion.
///
///   define spir_kernel void @a(...)   ; asked for       define void @a(...) "weft-kernel"
///   define spir_kernel void @b(...)              =>      (gone)
///   define spir_func float @f(float)  ; a calls it      define internal spir_func float @f(float)
class ExtractKernelPass : public llvm::PassInfoMixin<ExtractKernelPass> {
public:
  explicit ExtractKernelPass(CodeRequest request) : request_(std::move(request)) {}

  static bool hasKernel(const llvm::Module &module, llvm::StringRef kernelName);

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  CodeRequest request_;
};

} // namespace weft::compiler

#endif
