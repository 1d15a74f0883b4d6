// Tells the checker of each access to memory that work-items share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/CheckRacesPass.h"

#include <algorithm>
#include <limits>

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "analysis/AccessedObject.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/AsyncCopies.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Atomic operations that make an order also for other accesses.
bool makesOrder(const Instruction &instruction) {
  if (const auto *fence = dyn_cast<FenceInst>(&instruction))
    return fence->getOrdering() != AtomicOrdering::Monotonic;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return isStrongerThanMonotonic(update->getOrdering());
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return isStrongerThanMonotonic(exchange->getSuccessOrdering());
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return isStrongerThanMonotonic(load->getOrdering());
  const auto *store = dyn_cast<StoreInst>(&instruction);
  return store && isStrongerThanMonotonic(store->getOrdering());
}

class RaceChecks {
public:
  explicit RaceChecks(Function &kernel) : kernel_(kernel), calls_(kernel), layout_(kernel.getDataLayout()) {}

  void run() {
    SmallVector<Instruction *> all;
    for (Instruction &instruction : instructions(kernel_))
      if (instruction.getParent() != &kernel_.getEntryBlock())
        all.push_back(&instruction);
    findOnlyRead(all);
    for (Instruction *instruction : all)
      for (const MemoryStretch &stretch : stretchesOf(*instruction, layout_))
        tell(*instruction, stretch);
    if (!hasTold_) // nothing is in order with nothing
      return;
    for (Instruction *instruction : all) {
      const auto *call = dyn_cast<CallInst>(instruction);
      if (isBarrier(*instruction))
        tellOfOrder(*instruction, WEFT_CHECK_BARRIER);
      else if (call && isSubGroupBarrier(call->getCalledFunction()))
        tellOfOrder(*instruction, WEFT_CHECK_SUB_GROUP_BARRIER);
      else if (makesOrder(*instruction))
        tellOfOrder(*instruction, WEFT_CHECK_FENCE);
    }
  }

private:
  /// Two reads are no race: buffers of which each access is seen, and none writes, are left out. The code relies on
  /// their being apart from the others then, which the launch sees to.
  void findOnlyRead(ArrayRef<Instruction *> all) {
    if (!kernel_.hasFnAttribute(distinctBuffersAttribute))
      return;
    uint64_t reached = 0, written = 0;
    const auto reach = [&](Value &address, bool writes) {
      const SmallVector<AccessedObject, 2> objects = accessedObjects(address);
      for (const AccessedObject &object : objects) {
        const bool isNumbered = object.kind == WEFT_CHECK_BUFFER && object.argument < 64;
        reached |= isNumbered ? uint64_t{1} << object.argument : 0;
        written |= isNumbered && writes ? uint64_t{1} << object.argument : 0;
      }
      return !objects.empty();
    };
    for (Instruction *instruction : all) {
      const SmallVector<MemoryStretch, 2> stretches = stretchesOf(*instruction, layout_);
      if (!all_of(stretches, [&](const MemoryStretch &stretch) { return reach(*stretch.address, stretch.writes); }))
        return;
      if (auto *call = dyn_cast<CallInst>(instruction); call && stretches.empty() && call->mayWriteToMemory())
        for (Value *argument : call->args())
          if (argument->getType()->isPointerTy() && !isa<Constant>(argument) && !reach(*argument, true))
            return;
    }
    onlyRead_ = reached & ~written;
    if (onlyRead_ == 0 || written == 0)
      return;
    const auto add = [&](StringRef attribute, uint64_t bits) {
      setNumericAttribute(kernel_, attribute, numericAttribute(kernel_, attribute) | bits);
    };
    add(distinctArgumentsAttribute, reached);
    add(writtenArgumentsAttribute, written);
  }

  bool isOnlyRead(const AccessedObject &object) const {
    return object.kind == WEFT_CHECK_BUFFER && object.argument < 64 && (onlyRead_ >> object.argument & 1) != 0;
  }

  void tell(Instruction &access, const MemoryStretch &stretch) {
    const AccessedObject object = accessedObject(*stretch.address);
    const unsigned space = stretch.address->getType()->getPointerAddressSpace();
    if (object.isOfLaunch() || object.kind == WEFT_CHECK_PRIVATE || space == spirConstant || space == spirPrivate ||
        isOnlyRead(object))
      return;
    hasTold_ = true;
    const CheckSite description = {
        .kind = stretch.kind,
        .objectKind = object.kind,
        .argument = object.argument,
        .object = object.name(),
        .objectBytes = object.bytes.value_or(0),
        .bytes = static_cast<uint32_t>(std::min<uint64_t>(stretch.bytes, std::numeric_limits<uint32_t>::max())),
        .elementBytes = static_cast<uint32_t>(stretch.elementBytes),
        .alignment = static_cast<uint32_t>(stretch.alignment),
        .isByCopy = access.hasMetadata(byCopyMetadata)};
    IRBuilder<> builder(&access);
    Value *address = builder.CreatePtrToInt(stretch.address, builder.getInt64Ty());
    Value *offset = builder.getInt64(0);
    if (object.base)
      offset = builder.CreateSub(address, builder.CreatePtrToInt(object.base, builder.getInt64Ty()));
    calls_.access(builder, calls_.site(access, description), offset, address, storedValue(builder, access));
  }

  /// As a number; 0 where nothing is stored, or too much. Of an atomic access: whether it only reads.
  Value *storedValue(IRBuilder<> &builder, Instruction &access) const {
    if (isa<LoadInst>(access) && access.isAtomic())
      return builder.getInt64(1);
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&access)) {
      Value *expected = exchange->getCompareOperand();
      LoadInst *before =
          builder.CreateAlignedLoad(expected->getType(), exchange->getPointerOperand(), exchange->getAlign());
      before->setAtomic(AtomicOrdering::Monotonic);
      return builder.CreateZExt(builder.CreateICmpNE(before, expected), builder.getInt64Ty());
    }
    auto *store = access.isAtomic() ? nullptr : dyn_cast<StoreInst>(&access);
    Type *type = store ? store->getValueOperand()->getType() : nullptr;
    const uint64_t bits = type && !type->isPtrOrPtrVectorTy() && type->isFirstClassType() && !type->isAggregateType()
                              ? layout_.getTypeSizeInBits(type).getFixedValue()
                              : 0;
    if (bits == 0 || bits > 64)
      return builder.getInt64(0);
    return builder.CreateZExt(builder.CreateBitCast(store->getValueOperand(), builder.getIntNTy(bits)),
                              builder.getInt64Ty());
  }

  void tellOfOrder(Instruction &instruction, WeftCheckKind kind) {
    IRBuilder<> builder(&instruction);
    const uint32_t bytes = kind == WEFT_CHECK_BARRIER ? fencesOf(instruction) : subGroupSize(kernel_);
    Value *nothing = builder.getInt64(0);
    calls_.access(builder, calls_.site(instruction, {.kind = kind, .bytes = bytes}), nothing, nothing, nothing);
  }

  Function &kernel_;
  CheckCalls calls_;
  const DataLayout &layout_;
  uint64_t onlyRead_ = 0; ///< bit i: argument i
  bool hasTold_ = false;
};

} // namespace

PreservedAnalyses CheckRacesPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || !checksOf(*kernel).has(CodeCheck::races))
    return PreservedAnalyses::all();
  RaceChecks(*kernel).run();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
