// Interleaves the private arrays of the lanes of a packet, element by element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/InterleavePrivateArraysPass.h"

#include <algorithm>

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The greatest size of an element, in bytes: elements of vector registers are no larger. An array with larger elements
/// isn't interleaved.
constexpr uint64_t mostElementBytes = 8;
/// The size of a cache line, in bytes. The arrays are aligned so that a vector with one element for each lane lies
/// within one line, if it isn't longer than a line.
constexpr uint64_t lineBytes = 64;

/// A private array and all instructions that use it.
class PrivateArray {
public:
  explicit PrivateArray(AllocaInst &variable) : variable_(&variable), layout_(variable.getDataLayout()) {}

  /// Returns whether each access is to whole elements, all of one size, at offsets that are multiples of this size.
  bool hasElements() {
    SmallVector<Instruction *> pointers{variable_};
    while (!pointers.empty()) {
      Instruction *pointer = pointers.pop_back_val();
      for (User *user : pointer->users()) {
        auto *use = cast<Instruction>(user);
        if (!isKnownUse(*use, *pointer))
          return false;
        if (isa<GetElementPtrInst>(use))
          pointers.push_back(use);
      }
    }
    return bytes_ != 0 && isPowerOf2_64(bytes_) && bytes_ <= mostElementBytes && size() % bytes_ == 0 &&
           all_of(fills_, [&](const MemIntrinsic *fill) { return canBeFilled(*fill); }) &&
           all_of(addresses_, [&](GetElementPtrInst *address) { return isCountedInElements(*address); });
  }

  /// Replaces the array by an array that is interleaved for `width` lanes. `lane` is the index of the lane, an i32.
  /// Requires hasElements().
  void interleave(unsigned width, Value *lane) {
    lane_ = lane;
    IRBuilder<> builder(variable_);
    element_ = builder.getIntNTy(static_cast<unsigned>(8 * bytes_));
    row_ = ArrayType::get(element_, width);
    all_ = builder.CreateAlloca(ArrayType::get(row_, size() / bytes_), nullptr, variable_->getName() + ".by.lanes");
    all_->setAlignment(Align(std::max(variable_->getAlign().value(), std::min(width * bytes_, lineBytes))));
    all_->setMetadata(laneArrayMetadata, MDNode::get(builder.getContext(), {}));
    indices_[variable_] = builder.getInt64(0);
    for (GetElementPtrInst *address : addresses_) // an address comes after its base address
      indices_[address] = indexOf(*address);
    for (Instruction *access : accesses_)
      rewrite(*access);
    for (MemIntrinsic *fill : fills_)
      rewrite(*fill);
    for (Instruction *marker : markers_)
      marker->replaceUsesOfWith(marker->getOperand(0), all_);
    for (GetElementPtrInst *address : reverse(addresses_))
      address->eraseFromParent();
    variable_->eraseFromParent();
  }

private:
  /// Returns the size of the array in bytes, which is known because the array is a static variable.
  uint64_t size() const {
    return variable_->getAllocationSize(layout_).value_or(TypeSize::getFixed(0)).getFixedValue();
  }

  bool isKnownUse(Instruction &use, const Instruction &pointer) {
    if (auto *address = dyn_cast<GetElementPtrInst>(&use)) {
      addresses_.push_back(address);
      return !address->getType()->isVectorTy();
    }
    if (auto *fill = dyn_cast<MemIntrinsic>(&use)) {
      fills_.push_back(fill);
      return fill->getRawDest() == &pointer;
    }
    if (isa<LifetimeIntrinsic>(use)) {
      markers_.push_back(&use);
      return &pointer == variable_;
    }
    accesses_.push_back(&use);
    if (const auto *load = dyn_cast<LoadInst>(&use))
      return load->isSimple() && isOfElements(load->getType());
    const auto *store = dyn_cast<StoreInst>(&use);
    return store && store->isSimple() && store->getValueOperand() != &pointer &&
           isOfElements(store->getValueOperand()->getType());
  }

  bool isOfElements(Type *type) {
    Type *scalar = type->getScalarType();
    if (!(scalar->isIntegerTy() || scalar->isFloatingPointTy()) || isa<ScalableVectorType>(type) ||
        !layout_.typeSizeEqualsStoreSize(scalar) ||
        layout_.getTypeStoreSize(scalar) != layout_.getTypeAllocSize(scalar))
      return false;
    const uint64_t bytes = layout_.getTypeStoreSize(scalar).getFixedValue();
    if (bytes_ == 0)
      bytes_ = bytes;
    return bytes == bytes_;
  }

  bool canBeFilled(const MemIntrinsic &fill) const {
    const auto *length = dyn_cast<ConstantInt>(fill.getLength());
    if (fill.isVolatile() || !length || length->getZExtValue() % bytes_ != 0 ||
        length->getZExtValue() / bytes_ > CodeSizes::filledElements)
      return false;
    if (const auto *set = dyn_cast<MemSetInst>(&fill))
      return isa<ConstantInt>(set->getValue());
    const auto *copy = dyn_cast<MemTransferInst>(&fill);
    return copy && !isa<AllocaInst>(getUnderlyingObject(copy->getRawSource()));
  }

  bool isCountedInElements(const GetElementPtrInst &address) const {
    SmallMapVector<Value *, APInt, 4> variable;
    APInt constant(64, 0);
    const auto bytes = static_cast<int64_t>(bytes_);
    return address.collectOffset(layout_, 64, variable, constant) && constant.srem(bytes) == 0 &&
           all_of(variable, [&](const auto &part) { return part.second.srem(bytes) == 0; });
  }

  /// Returns the index of the element to which `address` points.
  Value *indexOf(GetElementPtrInst &address) const {
    SmallMapVector<Value *, APInt, 4> variable;
    APInt constant(64, 0);
    address.collectOffset(layout_, 64, variable, constant);
    IRBuilder<> builder(&address);
    const auto elements = [&](const APInt &bytes) {
      return builder.getInt64(static_cast<uint64_t>(bytes.getSExtValue() / static_cast<int64_t>(bytes_)));
    };
    Value *index = indices_.lookup(address.getPointerOperand());
    for (const auto &[value, bytes] : variable) {
      Value *wide = builder.CreateSExtOrTrunc(value, builder.getInt64Ty());
      index = sum(builder, index, bytes == bytes_ ? wide : builder.CreateMul(wide, elements(bytes)));
    }
    return sum(builder, index, elements(constant));
  }

  static Value *sum(IRBuilder<> &builder, Value *one, Value *other) {
    const auto isZero = [](const Value *value) {
      return isa<ConstantInt>(value) && cast<ConstantInt>(value)->isZero();
    };
    if (isZero(one))
      return other;
    return isZero(other) ? one : builder.CreateAdd(one, other, "index");
  }

  Value *place(IRBuilder<> &builder, Value *pointer, uint64_t further = 0) const {
    Value *index = sum(builder, indices_.lookup(pointer), builder.getInt64(further));
    return builder.CreateInBoundsGEP(row_, all_, {index, lane_}, variable_->getName() + ".element");
  }

  void rewrite(Instruction &access) const {
    IRBuilder<> builder(&access);
    Value *pointer = getLoadStorePointerOperand(&access);
    auto *vector = dyn_cast<FixedVectorType>(getLoadStoreType(&access));
    const Align alignment(bytes_);
    if (!vector) {
      access.setOperand(getLoadStorePointerOperandIndex(access), place(builder, pointer));
      isa<LoadInst>(access) ? cast<LoadInst>(access).setAlignment(alignment)
                            : cast<StoreInst>(access).setAlignment(alignment);
      return;
    }
    Value *all = PoisonValue::get(vector);
    for (unsigned number = 0; number < vector->getNumElements(); ++number) {
      Value *there = place(builder, pointer, number);
      if (isa<LoadInst>(access))
        all = builder.CreateInsertElement(all, builder.CreateAlignedLoad(vector->getElementType(), there, alignment),
                                          number);
      else
        builder.CreateAlignedStore(builder.CreateExtractElement(access.getOperand(0), number), there, alignment);
    }
    if (isa<LoadInst>(access))
      access.replaceAllUsesWith(all);
    access.eraseFromParent();
  }

  static unsigned getLoadStorePointerOperandIndex(const Instruction &access) {
    return isa<LoadInst>(access) ? LoadInst::getPointerOperandIndex() : StoreInst::getPointerOperandIndex();
  }

  void rewrite(MemIntrinsic &fill) const {
    IRBuilder<> builder(&fill);
    const uint64_t count = cast<ConstantInt>(fill.getLength())->getZExtValue() / bytes_;
    for (uint64_t number = 0; number < count; ++number) {
      Value *value = nullptr;
      if (auto *set = dyn_cast<MemSetInst>(&fill)) {
        value = builder.getInt(
            APInt::getSplat(element_->getBitWidth(), cast<ConstantInt>(set->getValue())->getValue().trunc(8)));
      } else {
        auto *copy = cast<MemTransferInst>(&fill);
        const uint64_t bytes = number * bytes_;
        value = builder.CreateAlignedLoad(
            element_, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), copy->getRawSource(), bytes),
            commonAlignment(copy->getSourceAlign().valueOrOne(), bytes));
      }
      builder.CreateAlignedStore(value, place(builder, fill.getRawDest(), number), Align(bytes_));
    }
    fill.eraseFromParent();
  }

  AllocaInst *variable_;
  const DataLayout &layout_;
  uint64_t bytes_ = 0; ///< the size of an element
  SmallVector<GetElementPtrInst *> addresses_;
  SmallVector<Instruction *> accesses_, markers_;
  SmallVector<MemIntrinsic *> fills_;

  Value *lane_ = nullptr;
  IntegerType *element_ = nullptr;
  ArrayType *row_ = nullptr;
  AllocaInst *all_ = nullptr;
  DenseMap<Value *, Value *> indices_; ///< for each pointer into the array, the index of its element
};

} // namespace

PreservedAnalyses InterleavePrivateArraysPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  const unsigned width = kernel ? scheduleOf(*kernel).width.value_or(0) : 0;
  if (width == 0 || scheduleOf(*kernel).interleave == false)
    return PreservedAnalyses::all();
  SmallVector<PrivateArray, 4> arrays;
  for (Instruction &instruction : kernel->getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && variable->isStaticAlloca())
      if (PrivateArray array(*variable); array.hasElements())
        arrays.push_back(std::move(array));
  if (arrays.empty())
    return PreservedAnalyses::all();
  decide(*kernel, &KernelSchedule::interleave, true);
  BasicBlock &entry = kernel->getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  Value *lane = builder.CreateCall(declareLaneId(module), {}, "lane");
  for (PrivateArray &array : arrays)
    array.interleave(width, lane);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
