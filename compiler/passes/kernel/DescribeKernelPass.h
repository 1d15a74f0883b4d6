// Writes the constant weftKernelInfo, which tells the runtime how to run the kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_DESCRIBE_KERNEL_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_DESCRIBE_KERNEL_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: defines the constant weftKernelInfo (WeftKernelInfo of KernelAbi.h) from the kernel's attributes.
/// Why: the runtime can then run a compiled kernel from its shared object alone, without another file that describes
/// it.
/// Requires: a module as work-item-loops or work-item-fibers leaves it, with pointers of 8 bytes.
/// Guarantees: the shared object exports weftKernelInfo. The kernel itself has hidden visibility, because the executor
/// takes its address from weftKernelInfo.
///
///   define void @k(ptr, ptr) "weft-kernel"   =>   @weftKernelInfo = constant { i32, i32, ptr, ... } { ..., ptr @k, ...
///   }
class DescribeKernelPass : public llvm::PassInfoMixin<DescribeKernelPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
