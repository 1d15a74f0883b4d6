// Makes scalar accesses of masked ones whose only lane is known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/ScalariseMaskedAccessesPass.h"

#include <optional>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The only lane of a constant mask.
std::optional<unsigned> onlyLane(const Value *mask) {
  auto *lanes = dyn_cast<Constant>(mask);
  auto *type = dyn_cast<FixedVectorType>(mask->getType());
  if (!lanes || !type)
    return std::nullopt;
  std::optional<unsigned> only;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const Constant *runs = lanes->getAggregateElement(lane);
    if (!runs || (!runs->isNullValue() && only))
      return std::nullopt;
    if (!runs->isNullValue())
      only = lane;
  }
  return only;
}

bool scalarise(IntrinsicInst &access) {
  const bool isLoad = access.getIntrinsicID() == Intrinsic::masked_load;
  if (!isLoad && access.getIntrinsicID() != Intrinsic::masked_store)
    return false;
  const unsigned address = isLoad ? 0 : 1;
  std::optional<unsigned> lane = onlyLane(access.getArgOperand(address + 1));
  if (!lane)
    return false;
  IRBuilder<> builder(&access);
  auto *type = cast<FixedVectorType>(isLoad ? access.getType() : access.getArgOperand(0)->getType());
  Type *element = type->getElementType();
  const uint64_t size = access.getDataLayout().getTypeStoreSize(element);
  const Align alignment = commonAlignment(access.getParamAlign(address).valueOrOne(), *lane * size);
  Value *place = builder.CreateConstInBoundsGEP1_64(element, access.getArgOperand(address), *lane);
  Instruction *scalar;
  if (isLoad) {
    scalar = builder.CreateAlignedLoad(element, place, alignment);
    access.replaceAllUsesWith(builder.CreateInsertElement(access.getArgOperand(2), scalar, *lane));
  } else {
    scalar = builder.CreateAlignedStore(builder.CreateExtractElement(access.getArgOperand(0), *lane), place, alignment);
  }
  scalar->copyMetadata(access, {LLVMContext::MD_access_group, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  access.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses ScalariseMaskedAccessesPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *access = dyn_cast<IntrinsicInst>(&instruction))
        changed |= scalarise(*access);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
