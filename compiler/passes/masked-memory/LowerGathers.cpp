// Lowers gathers and scatters of elements that the CPU has no instruction for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include "llvm/IR/IRBuilder.h"

#include "analysis/MaskedAccess.h"
#include "passes/masked-memory/GroupPrivateAddress.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr unsigned wordBytes = TargetProfile::Legal::wordBytes;

/// The position of each lane's element: the address of the 32-bit word that contains the element, and the number of
/// bits below the element in that word.
struct WordPosition {
  Value *word;
  Value *shift; ///< i32
};

/// Computes the positions from the 64-bit address of each lane.
WordPosition positionFromAddress(IRBuilder<> &builder, Value *address) {
  Type *type = address->getType();
  Type *number = type->getWithNewType(builder.getInt64Ty());
  Value *word = builder.CreateIntrinsic(Intrinsic::ptrmask, {type, number},
                                        {address, ConstantInt::getSigned(number, -int64_t{wordBytes})});
  Value *bytes =
      builder.CreateTrunc(builder.CreatePtrToInt(address, number), type->getWithNewType(builder.getInt32Ty()));
  Value *within = builder.CreateAnd(bytes, ConstantInt::get(bytes->getType(), wordBytes - 1));
  return {word, builder.CreateShl(within, 3)};
}

/// Computes the positions from 32-bit offsets that the lanes have from a common base, counted in elements of `size`
/// bytes. Returns nothing if the address isn't a base plus such offsets.
std::optional<WordPosition> positionFromOffset(IRBuilder<> &builder, Value *address, unsigned size) {
  auto *sum = dyn_cast<GetElementPtrInst>(address);
  if (!sum || sum->getNumIndices() != 1 || sum->getPointerOperand()->getType()->isVectorTy() ||
      sum->getDataLayout().getTypeAllocSize(sum->getSourceElementType()) != size)
    return std::nullopt;
  auto *extension = dyn_cast<CastInst>(sum->getOperand(1));
  if (!extension || !extension->getSrcTy()->getScalarType()->isIntegerTy(32) ||
      !(isa<SExtInst>(extension) || (isa<ZExtInst>(extension) && (size == 1 || extension->hasNonNeg()))))
    return std::nullopt;

  Value *offset = extension->getOperand(0);
  auto *type = cast<FixedVectorType>(offset->getType());
  const unsigned inWord = wordBytes / size;
  const auto number = [&](unsigned value) { return ConstantInt::get(type, value); };
  Value *base = sum->getPointerOperand();
  // The index of a word is at most 2^30, for elements of one byte and of two.
  const auto whole = isa<SExtInst>(extension) ? Instruction::AShr : Instruction::LShr;
  Value *word = builder.CreateBinOp(whole, offset, number(Log2_32(inWord)));
  Value *within = builder.CreateAnd(offset, number(inWord - 1));
  if (base->getPointerAlignment(sum->getDataLayout()) < wordBytes) {
    Value *bytes = builder.CreateTrunc(builder.CreatePtrToInt(base, builder.getInt64Ty()), builder.getInt32Ty());
    Value *first = builder.CreateLShr(builder.CreateAnd(bytes, wordBytes - 1), Log2_32(size));
    Value *fromWord = builder.CreateAdd(within, builder.CreateVectorSplat(type->getElementCount(), first));
    word = builder.CreateAdd(word, builder.CreateLShr(fromWord, number(Log2_32(inWord))));
    within = builder.CreateAnd(fromWord, number(inWord - 1));
    base = builder.CreateIntrinsic(Intrinsic::ptrmask, {base->getType(), builder.getInt64Ty()},
                                   {base, builder.getInt64(-int64_t{wordBytes})});
  }
  return WordPosition{builder.CreateGEP(builder.getInt32Ty(), base, builder.CreateSExt(word, extension->getType())),
                      builder.CreateMul(within, number(8 * size))};
}

void gatherWords(const LaneAccess &access, unsigned size) {
  IRBuilder<> builder(&access.call);
  FixedVectorType &type = *access.type();
  Value *mask = access.mask(), *others = access.call.getArgOperand(2);
  const std::optional<WordPosition> byOffset = positionFromOffset(builder, access.address(), size);
  const WordPosition place = byOffset ? *byOffset : positionFromAddress(builder, access.address());
  Value *words = builder.CreateMaskedGather(FixedVectorType::get(builder.getInt32Ty(), type.getNumElements()),
                                            place.word, Align(wordBytes), mask);
  Value *bits = builder.CreateTrunc(builder.CreateLShr(words, place.shift),
                                    FixedVectorType::get(builder.getIntNTy(8 * size), type.getNumElements()));
  Value *elements = builder.CreateBitCast(bits, &type);
  if (!isa<UndefValue>(others))
    elements = builder.CreateSelect(mask, elements, others);
  elements->takeName(&access.call);
  access.call.replaceAllUsesWith(elements);
  access.call.eraseFromParent();
}

/// Makes the inactive lanes access the variable `nowhere`, so that all lanes can run without branches.
void redirectInactiveLanes(const LaneAccess &access, Value &nowhere) {
  IntrinsicInst &call = access.call;
  IRBuilder<> builder(&call);
  Value *mask = access.mask();
  Value *splat = builder.CreateVectorSplat(access.type()->getElementCount(), &nowhere);
  call.setArgOperand(access.addressOperand(), builder.CreateSelect(mask, access.address(), splat));
  call.setArgOperand(access.maskOperand(), Constant::getAllOnesValue(mask->getType()));
  if (!access.isLoad() || isa<UndefValue>(call.getArgOperand(2)))
    return;
  Value *others = call.getArgOperand(2);
  call.setArgOperand(2, PoisonValue::get(call.getType()));
  builder.SetInsertPoint(call.getNextNode());
  auto *chosen = cast<Instruction>(builder.CreateSelect(mask, &call, others));
  call.replaceUsesWithIf(chosen, [&](const Use &use) { return use.getUser() != chosen; });
}

AllocaInst &createDummySlot(Function &function) {
  IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  return *entry.CreateAlloca(entry.getInt64Ty(), nullptr, "nowhere");
}

/// The bytes of an element of 8, 16, 32 or 64 bits; 0 for any other element.
unsigned elementBytes(const LaneAccess &access) {
  const uint64_t bits = access.call.getDataLayout().getTypeSizeInBits(access.type()->getElementType()).getFixedValue();
  return bits % 8 == 0 && isPowerOf2_64(bits) && bits <= 64 ? static_cast<unsigned>(bits / 8) : 0;
}

/// Whether the CPU has no instruction for the access.
bool isMissing(const LaneAccess &access, TargetProfile::Legal legal) {
  const unsigned smallest = access.isLoad() ? legal.gathered : legal.scattered;
  const unsigned size = elementBytes(access);
  return size != 0 && (smallest == 0 || size < smallest);
}

} // namespace

bool lowerGathers(Function &function, MaskedMemoryContext &context) {
  const TargetProfile::Legal &legal = context.profile.legal;
  const bool isKernel = &function == context.kernel;
  bool changed = false;
  AllocaInst *nowhere = nullptr;
  for (const LaneAccess &access :
       collectAccesses<LaneAccess>(function, [&](const LaneAccess &access) { return isMissing(access, legal); })) {
    const unsigned size = elementBytes(access);
    if (access.isLoad() && legal.hasWordGather() && access.alignment() >= size) {
      gatherWords(access, size);
    } else if (!isa<Constant>(access.mask()) &&
               (access.isLoad() || (isKernel && isGroupPrivateAddress(*access.address(), function)))) {
      nowhere = nowhere ? nowhere : &createDummySlot(function);
      redirectInactiveLanes(access, *nowhere);
    } else {
      continue;
    }
    changed = true;
  }
  return changed;
}

} // namespace weft::compiler
