// Lowers vector operations that LLVM's code generator knows no good code for: dot products, permutations, divisions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/LowerVectorOperationsPass.h"

#include "llvm/IR/Module.h"

#include "kernel/Permutation.h"

using namespace llvm;

namespace weft::compiler {

static void lowerPermutation(CallInst &call) {
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

PreservedAnalyses LowerVectorOperationsPass::run(Module &module, ModuleAnalysisManager &) {
  lowerDotProducts(module, target_);
  for (Function &function : module)
    if (isPermutation(&function))
      for (User *user : make_early_inc_range(function.users()))
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
          lowerPermutation(*call);
  lowerVectorDivisions(module);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
