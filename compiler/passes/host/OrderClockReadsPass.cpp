// Makes a thread's reads of the CPU's clock happen in the program's order, so that time doesn't run backwards.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/OrderClockReadsPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses OrderClockReadsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *read = Intrinsic::getDeclarationIfExists(&module, Intrinsic::readcyclecounter);
  if (!read || !module.getTargetTriple().isX86())
    return PreservedAnalyses::all();
  for (User *user : read->users())
    if (auto *call = dyn_cast<CallInst>(user))
      IRBuilder<>(call).CreateIntrinsic(Intrinsic::x86_sse2_lfence, {});
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
