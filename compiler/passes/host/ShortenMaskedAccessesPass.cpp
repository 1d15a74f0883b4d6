// Makes short accesses of masked ones of which it is known that few neighbouring lanes run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/ShortenMaskedAccessesPass.h"

#include <optional>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Neighbouring lanes.
struct Run {
  unsigned first, count;
};

/// The lanes of a constant mask, if they are a run of a power of two and others are left out.
std::optional<Run> onlyRun(const Value *mask) {
  auto *lanes = dyn_cast<Constant>(mask);
  auto *type = dyn_cast<FixedVectorType>(mask->getType());
  if (!lanes || !type)
    return std::nullopt;
  Run run{0, 0};
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const Constant *runs = lanes->getAggregateElement(lane);
    if (!runs || !isa<ConstantInt>(runs))
      return std::nullopt;
    if (runs->isNullValue())
      continue;
    if (run.count == 0)
      run.first = lane;
    else if (run.first + run.count != lane)
      return std::nullopt;
    ++run.count;
  }
  return isPowerOf2_32(run.count) && run.count < type->getNumElements() ? std::optional(run) : std::nullopt;
}

/// `lanes` of `value`: a scalar if it is one.
Value *extract(IRBuilder<> &builder, Value *value, Run lanes) {
  if (lanes.count == 1)
    return builder.CreateExtractElement(value, lanes.first);
  return builder.CreateShuffleVector(value, createSequentialMask(lanes.first, lanes.count, 0));
}

/// `value` with `part` in `lanes`.
Value *insert(IRBuilder<> &builder, Value *value, Value *part, Run lanes) {
  if (lanes.count == 1)
    return builder.CreateInsertElement(value, part, lanes.first);
  const unsigned width = cast<FixedVectorType>(value->getType())->getNumElements();
  SmallVector<int> wide = createSequentialMask(0, lanes.count, width - lanes.count);
  SmallVector<int> places = createSequentialMask(0, width, 0);
  for (unsigned lane = 0; lane < lanes.count; ++lane)
    places[lanes.first + lane] = static_cast<int>(width + lane);
  return builder.CreateShuffleVector(value, builder.CreateShuffleVector(part, wide), places);
}

bool shorten(IntrinsicInst &access) {
  const bool isLoad = access.getIntrinsicID() == Intrinsic::masked_load;
  if (!isLoad && access.getIntrinsicID() != Intrinsic::masked_store)
    return false;
  const unsigned address = isLoad ? 0 : 1;
  const std::optional<Run> lanes = onlyRun(access.getArgOperand(address + 1));
  if (!lanes)
    return false;
  IRBuilder<> builder(&access);
  auto *type = cast<FixedVectorType>(isLoad ? access.getType() : access.getArgOperand(0)->getType());
  Type *element = type->getElementType();
  Type *shortened = lanes->count == 1 ? element : FixedVectorType::get(element, lanes->count);
  const uint64_t size = access.getDataLayout().getTypeStoreSize(element);
  const Align alignment = commonAlignment(access.getParamAlign(address).valueOrOne(), lanes->first * size);
  Value *place = builder.CreateConstInBoundsGEP1_64(element, access.getArgOperand(address), lanes->first);
  Instruction *made;
  if (isLoad) {
    made = builder.CreateAlignedLoad(shortened, place, alignment);
    access.replaceAllUsesWith(insert(builder, access.getArgOperand(2), made, *lanes));
  } else {
    made = builder.CreateAlignedStore(extract(builder, access.getArgOperand(0), *lanes), place, alignment);
  }
  made->copyMetadata(access, {LLVMContext::MD_access_group, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  access.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses ShortenMaskedAccessesPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *access = dyn_cast<IntrinsicInst>(&instruction))
        changed |= shorten(*access);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
