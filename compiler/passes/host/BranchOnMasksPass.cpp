// Makes plain accesses of masked ones where all lanes run, for CPUs that are slow at masks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/BranchOnMasksPass.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A masked load or store.
struct MaskedAccess {
  IntrinsicInst &call;

  bool isLoad() const { return call.getIntrinsicID() == Intrinsic::masked_load; }
  unsigned addressOperand() const { return isLoad() ? 0 : 1; }
  Value *address() const { return call.getArgOperand(addressOperand()); }
  Value *mask() const { return call.getArgOperand(addressOperand() + 1); }
  FixedVectorType *type() const {
    return dyn_cast<FixedVectorType>(isLoad() ? call.getType() : call.getArgOperand(0)->getType());
  }
  Align alignment() const { return call.getParamAlign(addressOperand()).valueOrOne(); }
  uint64_t elementBytes() const { return call.getDataLayout().getTypeStoreSize(type()->getElementType()); }
  void copyMetadataTo(Instruction &other) const {
    other.copyMetadata(call, {LLVMContext::MD_access_group, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
  }
};

bool isSlow(const MaskedAccess &access, TargetProfile::Legal legal) {
  const bool hasMask = legal.masked != 0 && access.elementBytes() >= legal.masked;
  return !hasMask || (!access.isLoad() && !legal.storesWithMasks);
}

/// The mask's test, behind the mask.
Value *askForAll(Value &mask, BasicBlock &entry) {
  auto *made = dyn_cast<Instruction>(&mask);
  const auto place = made ? made->getInsertionPointAfterDef() : entry.getFirstNonPHIOrDbgOrAlloca();
  if (!place)
    return nullptr;
  IRBuilder<> builder((*place)->getParent(), *place);
  return builder.CreateAndReduce(&mask);
}

void branch(const MaskedAccess &access, Value &all) {
  IntrinsicInst &call = access.call;
  Instruction *plain = nullptr, *masked = nullptr;
  SplitBlockAndInsertIfThenElse(&all, call.getIterator(), &plain, &masked,
                                MDBuilder(call.getContext()).createLikelyBranchWeights());
  BasicBlock *tail = call.getParent();
  call.moveBefore(masked->getIterator());
  IRBuilder<> builder(plain);
  if (!access.isLoad()) {
    access.copyMetadataTo(*builder.CreateAlignedStore(call.getArgOperand(0), access.address(), access.alignment()));
    return;
  }
  LoadInst *load = builder.CreateAlignedLoad(access.type(), access.address(), access.alignment());
  access.copyMetadataTo(*load);
  builder.SetInsertPoint(tail, tail->begin());
  PHINode *both = builder.CreatePHI(access.type(), 2, "lanes");
  call.replaceAllUsesWith(both);
  both->addIncoming(load, plain->getParent());
  both->addIncoming(&call, masked->getParent());
}

/// Of a constant mask; nothing where it isn't known of each lane.
std::optional<SmallVector<bool, 16>> lanesOf(const Value &mask, unsigned count) {
  SmallVector<bool, 16> lanes;
  const auto *constant = dyn_cast<Constant>(&mask);
  for (unsigned lane = 0; constant && lane < count; ++lane) {
    const Constant *runs = constant->getAggregateElement(lane);
    if (!runs || !isa<ConstantInt>(runs))
      return std::nullopt;
    lanes.push_back(!runs->isNullValue());
  }
  return constant ? std::optional(lanes) : std::nullopt;
}

/// One store for each run of lanes, of a length that is a power of two.
bool storeRuns(const MaskedAccess &access) {
  FixedVectorType *type = access.type();
  const auto lanes = lanesOf(*access.mask(), type->getNumElements());
  if (!lanes)
    return false;
  IRBuilder<> builder(&access.call);
  Value *values = access.call.getArgOperand(0);
  for (unsigned first = 0; first < lanes->size();) {
    const auto isOut = [&](unsigned lane) { return lane == lanes->size() || !(*lanes)[lane]; };
    unsigned count = 0;
    while (!isOut(first + count))
      ++count;
    if (count == 0) {
      ++first;
      continue;
    }
    count = bit_floor(count);
    Value *part = count == 1 ? builder.CreateExtractElement(values, first)
                             : builder.CreateShuffleVector(values, createSequentialMask(first, count, 0));
    Value *place = builder.CreateConstInBoundsGEP1_64(type->getElementType(), access.address(), first);
    access.copyMetadataTo(
        *builder.CreateAlignedStore(part, place, commonAlignment(access.alignment(), first * access.elementBytes())));
    first += count;
  }
  access.call.eraseFromParent();
  return true;
}

bool change(Function &function, TargetProfile::Legal legal, size_t &left) {
  SmallVector<IntrinsicInst *> slow;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && (call->getIntrinsicID() == Intrinsic::masked_load || call->getIntrinsicID() == Intrinsic::masked_store))
      if (const MaskedAccess access{*call}; access.type() && isSlow(access, legal))
        slow.push_back(call);
  DenseMap<Value *, Value *> tests;
  bool changed = false;
  for (IntrinsicInst *call : slow) {
    const MaskedAccess access{*call};
    if (left == 0)
      break;
    if (isa<Constant>(access.mask())) {
      if (access.isLoad() || !storeRuns(access))
        continue;
    } else {
      Value *&all = tests[access.mask()];
      if (!all)
        all = askForAll(*access.mask(), function.getEntryBlock());
      if (!all)
        continue;
      branch(access, *all);
    }
    --left;
    changed = true;
  }
  return changed;
}

} // namespace

PreservedAnalyses BranchOnMasksPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  size_t left = CodeSizes::branchesOnMasks;
  for (Function &function : module)
    changed |= change(function, legal_, left);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
