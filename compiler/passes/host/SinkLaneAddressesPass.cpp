// Computes the addresses of gathers and scatters in the block of the access, where LLVM's code generator needs them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/SinkLaneAddressesPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "analysis/LaneAccess.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns `index` if it is a sign or zero extension; else null.
CastInst *asExtension(Value &index) {
  auto *extension = dyn_cast<CastInst>(&index);
  return extension && isa<SExtInst, ZExtInst>(extension) ? extension : nullptr;
}

/// Computes `index` again at the insertion point of `builder` if it is an extension. Returns the new value, or `index`
/// itself.
Value *sinkIndex(IRBuilder<> &builder, Value &index) {
  CastInst *extension = asExtension(index);
  if (!extension)
    return &index;
  const auto *positive = dyn_cast<PossiblyNonNegInst>(extension);
  const bool isSigned = isa<SExtInst>(extension) || (positive && positive->hasNonNeg());
  return builder.CreateIntCast(extension->getOperand(0), extension->getType(), isSigned, extension->getName());
}

bool sink(Instruction &instruction) {
  const std::optional<LaneAccess> access = LaneAccess::of(instruction);
  if (!access)
    return false;
  auto *address = dyn_cast<GetElementPtrInst>(access->addresses());
  if (!address || address->getPointerOperand()->getType()->isVectorTy() || address->getNumIndices() != 1)
    return false;
  const CastInst *extension = asExtension(*address->getOperand(1));
  const BasicBlock *block = instruction.getParent();
  if (address->getParent() == block && (!extension || extension->getParent() == block))
    return false;
  IRBuilder<> builder(&instruction);
  access->call.setArgOperand(access->addressOperand(),
                             builder.CreateGEP(address->getSourceElementType(), address->getPointerOperand(),
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
