// Turns the program's variables into addresses in memory that all kernels of the program share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/LowerProgramVariablesPass.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

#include "CheckAbi.h"
#include "KernelAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

struct VariableLocation {
  GlobalVariable *variable;
  uint64_t offset;
};

SmallVector<VariableLocation> findPlacedVariables(Module &module) {
  SmallVector<VariableLocation> placed;
  for (GlobalVariable &variable : module.globals())
    if (MDNode *offset = variable.getMetadata(programOffsetMetadata))
      placed.push_back({&variable, mdconst::extract<ConstantInt>(offset->getOperand(0))->getZExtValue()});
  return placed;
}

} // namespace

PreservedAnalyses LowerProgramVariablesPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  SmallVector<VariableLocation> placed = findPlacedVariables(module);
  if (!kernel || placed.empty())
    return PreservedAnalyses::all();

  IRBuilder<> builder(&kernel->getEntryBlock(), entryInsertionPoint(*kernel));
  Value *memory = loadInvariant(builder, builder.getPtrTy(), launchParameter(*kernel),
                                offsetof(WeftLaunch, programMemory), alignof(void *), "program.memory");
  for (auto [variable, offset] : placed) {
    Constant *constants[] = {variable};
    convertUsersOfConstantsToInstructions(constants);
    Value *address = offset == 0 ? memory : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, offset);
    address = builder.CreateAddrSpaceCast(address, variable->getType(), variable->getName());
    describeObject(address, WEFT_CHECK_PROGRAM, WEFT_CHECK_NO_ARGUMENT,
                   module.getDataLayout().getTypeAllocSize(variable->getValueType()));
    for (User *user : make_early_inc_range(variable->users()))
      if (auto *instruction = dyn_cast<Instruction>(user); !instruction || instruction->getFunction() != kernel) {
        module.getContext().emitError("variable '" + variable->getName() + "' is used outside of the kernel");
        return PreservedAnalyses::none();
      }
    variable->replaceAllUsesWith(address);
    variable->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
