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
/// Why: the runtime compiles each kernel by itself, when a launch needs it.
/// Requires: a linked program that defines the kernel, so that `hasKernel` is true. Otherwise the pass emits an error
/// to the context.
/// Guarantees: exactly one function has the attribute weft-kernel. It also has the attributes that the code request
/// asks for, is the only function with external linkage and a body, and has the C calling convention. If the kernel
/// enqueues a block, the call passes the name of the block's kernel as a string. If a function calls itself, directly
/// or through others, the pass emits an error.
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
