// Turns a module into one for the host: triple, data layout, and the CPU of each function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/HostSteps.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft::compiler {

void retarget(Module &module, const TargetMachine &target) {
  module.setTargetTriple(target.getTargetTriple());
  module.setDataLayout(target.createDataLayout());
}

void setFunctionTargets(Module &module, const TargetMachine &target, Attempt attempt) {
  for (Function &function : module) {
    if (function.isIntrinsic())
      continue;
    function.setCallingConv(CallingConv::C);
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
        call->setCallingConv(CallingConv::C);
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", target.getTargetCPU());
    function.addFnAttr("target-features", target.getTargetFeatureString());
    if (attempt != Attempt::usual) {
      function.addFnAttr("prefer-vector-width", "256");
      function.addFnAttr("min-legal-vector-width", "0");
    }
  }
}

} // namespace weft::compiler
