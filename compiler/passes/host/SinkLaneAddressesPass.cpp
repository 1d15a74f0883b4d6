// Puts the addresses of gathers and scatters next to them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/SinkLaneAddressesPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The operand of a gather or scatter that has the lanes' addresses.
Use *addressesOf(Instruction &instruction) {
  auto *access = dyn_cast<IntrinsicInst>(&instruction);
  if (access && access->getIntrinsicID() == Intrinsic::masked_gather)
    return &access->getArgOperandUse(0);
  if (access && access->getIntrinsicID() == Intrinsic::masked_scatter)
    return &access->getArgOperandUse(1);
  return nullptr;
}

/// `index` in the builder's block, if it is a shorter number that has been made longer.
Value *sinkIndex(IRBuilder<> &builder, Value &index) {
  auto *extension = dyn_cast<CastInst>(&index);
  if (!extension || !isa<SExtInst, ZExtInst>(extension))
    return &index;
  const auto *positive = dyn_cast<PossiblyNonNegInst>(extension);
  if (isa<SExtInst>(extension) || (positive && positive->hasNonNeg()))
    return builder.CreateSExt(extension->getOperand(0), extension->getType(), extension->getName());
  return extension->getParent() == builder.GetInsertBlock()
             ? extension
             : builder.CreateZExt(extension->getOperand(0), extension->getType(), extension->getName());
}

bool sink(Instruction &instruction) {
  Use *addresses = addressesOf(instruction);
  auto *address = addresses ? dyn_cast<GetElementPtrInst>(addresses->get()) : nullptr;
  if (!address || address->getPointerOperand()->getType()->isVectorTy() || address->getNumIndices() != 1 ||
      address->getParent() == instruction.getParent())
    return false;
  IRBuilder<> builder(&instruction);
  addresses->set(builder.CreateGEP(address->getSourceElementType(), address->getPointerOperand(),
                                   sinkIndex(builder, *address->getOperand(1)), address->getName(),
                                   address->getNoWrapFlags()));
  return true;
}

} // namespace

PreservedAnalyses SinkLaneAddressesPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      changed |= sink(instruction);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved = PreservedAnalyses::none();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft::compiler
