// Accesses of lanes to elements that are close to each other, but not contiguous.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/PacketWindow.h"

#include <array>

#include "kernel/Permutation.h"

using namespace llvm;

namespace weft::compiler {

PacketWindow::PacketWindow(Value *indices)
    : indices_(indices), width_(cast<FixedVectorType>(indices->getType())->getNumElements()) {}

Value *PacketWindow::fitsInWindow(IRBuilder<> &builder) const {
  SmallVector<int> upwards;
  SmallVector<Constant *> last(width_, builder.getFalse());
  last.back() = builder.getTrue();
  for (unsigned lane = 0; lane < width_; ++lane)
    upwards.push_back(static_cast<int>(std::min(lane + 1, width_ - 1)));
  Value *ascends = builder.CreateICmpULT(indices_, builder.CreateShuffleVector(indices_, upwards));
  Value *span = builder.CreateSub(builder.CreateExtractElement(indices_, width_ - 1),
                                  builder.CreateExtractElement(indices_, uint64_t(0)));
  return builder.CreateAnd(builder.CreateAndReduce(builder.CreateOr(ascends, ConstantVector::get(last))),
                           builder.CreateICmpULT(span, ConstantInt::get(span->getType(), 2 * width_)), "in.window");
}

Value *PacketWindow::offsets(IRBuilder<> &builder) const {
  Value *first = builder.CreateVectorSplat(width_, builder.CreateExtractElement(indices_, uint64_t(0)));
  auto *numbers = FixedVectorType::get(builder.getInt32Ty(), width_);
  return builder.CreateZExtOrTrunc(builder.CreateSub(indices_, first), numbers);
}

Value *PacketWindow::occupiedElements(IRBuilder<> &builder) const {
  Value *distances = offsets(builder);
  return builder.CreateOrReduce(builder.CreateShl(ConstantInt::get(distances->getType(), 1), distances));
}

Value *PacketWindow::startOf(IRBuilder<> &builder, unsigned half) const {
  if (half == 0)
    return builder.getInt32(0);
  Value *last = builder.CreateExtractElement(offsets(builder), width_ - 1);
  return builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, last, builder.getInt32(width_ - 1));
}

Value *PacketWindow::maskOf(IRBuilder<> &builder, unsigned half) const {
  Value *bits = occupiedElements(builder);
  if (half == 1) {
    bits = builder.CreateAnd(bits, builder.getInt32(static_cast<uint32_t>(-1) << width_));
    bits = builder.CreateLShr(bits, startOf(builder, half));
  }
  return builder.CreateBitCast(builder.CreateTrunc(bits, builder.getIntNTy(width_)),
                               FixedVectorType::get(builder.getInt1Ty(), width_));
}

Value *PacketWindow::lanesBefore(IRBuilder<> &builder, unsigned half) const {
  auto *numbers = FixedVectorType::get(builder.getInt32Ty(), width_);
  Value *place =
      builder.CreateAdd(builder.CreateVectorSplat(width_, startOf(builder, half)), builder.CreateStepVector(numbers));
  Value *before =
      builder.CreateSub(builder.CreateShl(ConstantInt::get(numbers, 1), place), ConstantInt::get(numbers, 1));
  Value *taken = builder.CreateAnd(builder.CreateVectorSplat(width_, occupiedElements(builder)), before);
  return builder.CreateUnaryIntrinsic(Intrinsic::ctpop, taken);
}

Value *PacketWindow::addressOf(IRBuilder<> &builder, unsigned half, Type *type, Value *first) const {
  return half == 0 ? first
                   : builder.CreateGEP(type, first, builder.CreateZExt(startOf(builder, half), builder.getInt64Ty()));
}

Value *PacketWindow::load(IRBuilder<> &builder, Type *type, Value *first, Align alignment) const {
  auto *lanes = FixedVectorType::get(type, width_);
  Value *distances = offsets(builder);
  std::array<Value *, 2> halves{};
  for (unsigned half = 0; half < 2; ++half) {
    Value *loaded = builder.CreateMaskedLoad(lanes, addressOf(builder, half, type, first), alignment,
                                             maskOf(builder, half), PoisonValue::get(lanes));
    Value *from = builder.CreateSub(distances, builder.CreateVectorSplat(width_, startOf(builder, half)));
    halves[half] = createPermutation(builder, loaded, from);
  }
  Value *isFirst = builder.CreateICmpULT(distances, ConstantInt::get(distances->getType(), width_));
  return builder.CreateSelect(isFirst, halves[0], halves[1]);
}

void PacketWindow::store(IRBuilder<> &builder, Value *values, Value *first, Align alignment) const {
  for (unsigned half = 0; half < 2; ++half)
    builder.CreateMaskedStore(createPermutation(builder, values, lanesBefore(builder, half)),
                              addressOf(builder, half, values->getType()->getScalarType(), first), alignment,
                              maskOf(builder, half));
}

} // namespace weft::compiler
