// Rewrites permutations of lanes to extractions and insertions, which LLVM's code generator turns into one instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/LowerPermutationsPass.h"

#include "llvm/IR/Module.h"

#include "kernel/Permutation.h"

using namespace llvm;

namespace weft::compiler {

static void lower(CallInst &call) {
  IRBuilder<> builder(&call);
  Value *values = call.getArgOperand(0), *from = call.getArgOperand(1);
  Value *permuted = PoisonValue::get(call.getType());
  for (unsigned lane = 0; lane < cast<FixedVectorType>(call.getType())->getNumElements(); ++lane) {
    Value *one = builder.CreateExtractElement(values, builder.CreateExtractElement(from, lane));
    permuted = builder.CreateInsertElement(permuted, one, lane);
  }
  call.replaceAllUsesWith(permuted);
  call.eraseFromParent();
}

PreservedAnalyses LowerPermutationsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module) {
    if (!isPermutation(&function))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
        lower(*call);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
