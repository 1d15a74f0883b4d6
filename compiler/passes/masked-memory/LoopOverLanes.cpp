// Lowers masked loads and stores, if the CPU has no instruction for them, to loops over the active lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/MaskedAccess.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// An access with fewer lanes isn't lowered, because the branches that LLVM makes for it are about as much code as the
/// loop.
constexpr unsigned fewestLanes = 8;
/// An access with more lanes isn't lowered, because the loop needs the mask in one general register.
constexpr unsigned mostLanes = 64;

bool isLoweredToLoop(const MaskedAccess &access, TargetProfile::Legal legal) {
  const unsigned lanes = access.type()->getNumElements();
  const uint64_t bytes = access.elementBytes();
  const bool isWhole = access.call.getDataLayout().getTypeSizeInBits(access.type()->getElementType()) == 8 * bytes;
  return isWhole && lanes >= fewestLanes && lanes <= mostLanes && !isa<Constant>(access.mask()) &&
         (legal.masked == 0 || bytes < legal.masked);
}

/// Writes a loop over the set bits of `mask` in front of `before`. `move` writes the code for one lane.
void forEachLane(Value &mask, Instruction &before, function_ref<void(IRBuilder<> &, Value *lane)> move) {
  BasicBlock *entry = before.getParent();
  BasicBlock *done = SplitBlock(entry, before.getIterator());
  auto *loop = BasicBlock::Create(before.getContext(), "lane", entry->getParent(), done);
  entry->getTerminator()->eraseFromParent();
  IRBuilder<> builder(entry);
  const unsigned lanes = cast<FixedVectorType>(mask.getType())->getNumElements();
  Value *bits = builder.CreateZExt(builder.CreateBitCast(builder.CreateFreeze(&mask), builder.getIntNTy(lanes)),
                                   builder.getInt64Ty(), "lanes");
  Constant *none = builder.getInt64(0);
  builder.CreateCondBr(builder.CreateICmpNE(bits, none), loop, done);

  builder.SetInsertPoint(loop);
  PHINode *rest = builder.CreatePHI(bits->getType(), 2, "rest");
  Value *lane = builder.CreateIntrinsic(Intrinsic::cttz, {rest->getType()}, {rest, builder.getTrue()});
  move(builder, lane);
  Value *others = builder.CreateAnd(rest, builder.CreateAdd(rest, builder.getInt64(-1)));
  rest->addIncoming(bits, entry);
  rest->addIncoming(others, loop);
  builder.CreateCondBr(builder.CreateICmpNE(others, none), loop, done);
}

void lowerToLaneLoop(const MaskedAccess &access, Function &function) {
  IntrinsicInst &call = access.call;
  FixedVectorType *type = access.type();
  Type *element = type->getElementType();
  const Align alignment = commonAlignment(access.alignment(), access.elementBytes());
  IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *vector = entry.CreateAlloca(type, nullptr, "lanes");
  IRBuilder<> builder(&call);
  builder.CreateLifetimeStart(vector);
  Value *before = call.getArgOperand(access.isLoad() ? 2 : 0);
  if (!isa<UndefValue>(before))
    builder.CreateStore(before, vector);
  forEachLane(*access.mask(), call, [&](IRBuilder<> &loop, Value *lane) {
    Value *own = loop.CreateInBoundsGEP(element, vector, lane);
    Value *place = loop.CreateGEP(element, access.address(), lane);
    Value *from = access.isLoad() ? place : own, *to = access.isLoad() ? own : place;
    const Align ownAlignment(access.elementBytes() & -access.elementBytes());
    LoadInst *value = loop.CreateAlignedLoad(element, from, access.isLoad() ? alignment : ownAlignment);
    StoreInst *store = loop.CreateAlignedStore(value, to, access.isLoad() ? ownAlignment : alignment);
    access.copyMetadataTo(access.isLoad() ? static_cast<Instruction &>(*value) : *store);
  });
  builder.SetInsertPoint(&call);
  if (access.isLoad()) {
    LoadInst *all = builder.CreateLoad(type, vector);
    all->takeName(&call);
    call.replaceAllUsesWith(all);
  }
  builder.CreateLifetimeEnd(vector);
  call.eraseFromParent();
}

} // namespace

bool loopOverLanes(Function &function, MaskedMemoryContext &context) {
  const auto accesses = collectAccesses<MaskedAccess>(
      function, [&](const MaskedAccess &access) { return isLoweredToLoop(access, context.profile.legal); });
  for (const MaskedAccess &access : accesses)
    lowerToLaneLoop(access, function);
  return !accesses.empty();
}

} // namespace weft::compiler
