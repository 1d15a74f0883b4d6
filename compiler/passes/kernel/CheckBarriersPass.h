// Records at which barrier each work-item waits, and which asynchronous copies it makes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_BARRIERS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_BARRIERS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: puts a call of weft.check.barrier, with the barrier's position in the source, before each barrier. The calls
/// by which mark-copies has marked asynchronous copies and waits for their events become calls of weft.check.together;
/// the pass adds another such call at the kernel's end.
/// Why: all work-items of a group have to reach the same barriers (OpenCL C 3.0, 6.15.8). If they don't, the behaviour
/// is undefined; with fibers, the checker can report which work-item waits at which barrier. The checker can compare
/// the calls of weft.check.together without fibers.
/// Requires: the form work-item; the attribute weft-checks has "barriers".
/// Guarantees: the attribute weft-checks-barriers says that the kernel has to run on fibers. If no divergent branch
/// leads past a barrier, all work-items reach the same barriers, and the barriers stay as they are.
class CheckBarriersPass : public llvm::PassInfoMixin<CheckBarriersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

/// Whether work-items of a group may diverge so that some of them miss a barrier that others reach.
bool mayDivergeAtBarriers(llvm::Function &kernel);

} // namespace weft::compiler

#endif
