// Excludes large loops from LLVM's unrolling, which would spend much time on them without unrolling them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/RolledLoops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isLarge(const Loop &loop) {
  size_t length = 0;
  for (const BasicBlock *block : loop.blocks())
    length += block->size();
  return length > CodeSizes::maxUnrollableLoop;
}

} // namespace

void disableLargeLoopUnrolling(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration() || function.getInstructionCount() <= CodeSizes::maxUnrollableLoop)
      continue;
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    for (Loop *loop : loops.getLoopsInPreorder())
      if (hasUnrollTransformation(loop) == TM_Unspecified && isLarge(*loop))
        addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", /*V=*/1);
  }
}

} // namespace weft::compiler
