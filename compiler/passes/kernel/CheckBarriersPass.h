// Notes at which barrier each work-item waits, and which asynchronous copies it makes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_BARRIERS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_BARRIERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: puts a call of weft.check.barrier, with the barrier's place in the source, in front of each barrier.
/// Why: all work-items of a group have to reach the same barriers (OpenCL C 3.0, 6.15.8). What happens where they don't
/// is undefined; fibers can tell who waits where. Asynchronous copies and waits for them, as mark-copies has marked
/// them, and the kernel's end, become calls of weft.check.together: what was done together is compared without fibers.
/// Requires: the form work-item; the attribute weft-checks has "barriers".
/// Guarantees: the attribute weft-checks-barriers says that the kernel is for fibers. Kernels all of whose barriers are
/// reached by all work-items, as no branch that differs between them leads past one, stay as they are.
class CheckBarriersPass : public llvm::PassInfoMixin<CheckBarriersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

/// Whether work-items of a group may part so that some miss a barrier that others come to.
bool mayMissBarriers(llvm::Function &kernel);

} // namespace weft::compiler

#endif
