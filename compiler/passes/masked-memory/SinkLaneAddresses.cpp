// Computes the addresses of gathers and scatters in the block of the access, where LLVM's code generator needs them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include "llvm/IR/IRBuilder.h"

#include "analysis/MaskedAccess.h"

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

bool sink(const LaneAccess &access) {
  auto *address = dyn_cast<GetElementPtrInst>(access.address());
  if (!address || address->getPointerOperand()->getType()->isVectorTy() || address->getNumIndices() != 1)
    return false;
  const CastInst *extension = asExtension(*address->getOperand(1));
  const BasicBlock *block = access.call.getParent();
  if (address->getParent() == block && (!extension || extension->getParent() == block))
    return false;
  IRBuilder<> builder(&access.call);
  access.call.setArgOperand(access.addressOperand(),
                            builder.CreateGEP(address->getSourceElementType(), address->getPointerOperand(),
                                              sinkIndex(builder, *address->getOperand(1)), address->getName(),
                                              address->getNoWrapFlags()));
  return true;
}

} // namespace

bool sinkLaneAddresses(Function &function, MaskedMemoryContext &) {
  bool changed = false;
  for (const LaneAccess &access : collectAccesses<LaneAccess>(function))
    changed |= sink(access);
  return changed;
}

} // namespace weft::compiler
