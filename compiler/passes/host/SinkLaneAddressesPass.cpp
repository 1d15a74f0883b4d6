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

/// A number that is the longer form of a shorter one.
CastInst *asExtension(Value &index) {
  auto *extension = dyn_cast<CastInst>(&index);
  return extension && isa<SExtInst, ZExtInst>(extension) ? extension : nullptr;
}

/// `index` where the builder is.
Value *sinkIndex(IRBuilder<> &builder, Value &index) {
  CastInst *extension = asExtension(index);
  if (!extension)
    return &index;
  const auto *positive = dyn_cast<PossiblyNonNegInst>(extension);
  const bool isSigned = isa<SExtInst>(extension) || (positive && positive->hasNonNeg());
  return builder.CreateIntCast(extension->getOperand(0), extension->getType(), isSigned, extension->getName());
}

bool sink(Instruction &instruction) {
  Use *addresses = addressesOf(instruction);
  auto *address = addresses ? dyn_cast<GetElementPtrInst>(addresses->get()) : nullptr;
  if (!address || address->getPointerOperand()->getType()->isVectorTy() || address->getNumIndices() != 1)
    return false;
  const CastInst *extension = asExtension(*address->getOperand(1));
  const BasicBlock *block = instruction.getParent();
  if (address->getParent() == block && (!extension || extension->getParent() == block))
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
