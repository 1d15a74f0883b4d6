// Writes the constant that describes the kernel to the executor.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_DESCRIBE_KERNEL_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_DESCRIBE_KERNEL_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: defines the constant weftKernelInfo (WeftKernelInfo of KernelAbi.h) from the kernel's attributes.
/// Why: a compiled kernel needs no other file to be run.
/// Requires: a module as work-item-loops or work-item-fibers leaves it, with pointers of 8 bytes.
/// Guarantees: weftKernelInfo is exported. The kernel itself has hidden visibility, because the executor finds it
/// through weftKernelInfo.
///
///   define void @k(ptr, ptr) "weft-kernel"   =>   @weftKernelInfo = constant { i32, i32, ptr, ... } { ..., ptr @k, ...
///   }
class DescribeKernelPass : public llvm::PassInfoMixin<DescribeKernelPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
