// Replaces get_global_id and the other work-item functions by arithmetic on the local id and the ABI's structs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/LowerWorkItemFunctionsPass.h"

#include <array>

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

#include "KernelAbi.h"
#include "analysis/PacketWidth.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/AbiAccess.h"
#include "kernel/CheckCalls.h"
#include "kernel/FlatIds.h"
#include "kernel/KernelAttributes.h"
#include "kernel/ScratchArrays.h"
#include "kernel/WorkItemFunctions.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

constexpr uint64_t int32IdLimit = uint64_t(1) << 31;
/// The size in bytes of the largest value that a builtin for a whole group takes from each work-item.
constexpr uint64_t groupValueBytes = 8;
/// The bytes of group memory for the exchanged values of one work-item: one value of each possible size.
constexpr uint64_t groupValuesBytes = 8 + 4 + 2;

/// Generates the values that work-item functions return. Values that the whole group shares are computed once, in the
/// entry block.
class IdBuilder {
public:
  explicit IdBuilder(Function &kernel)
      : kernel_(kernel), wide_(kernel.hasFnAttribute(wideIndicesAttribute)),
        hasSubGroups_(kernel.hasFnAttribute(subGroupsAttribute)), entry_(kernel.getEntryBlock().getTerminator()) {}

  Value *workDim() {
    return once(workDim_, [&] {
      LoadInst *load = loadInvariant(entry_, entry_.getInt32Ty(), launchParameter(kernel_),
                                     offsetof(WeftLaunch, workDim), alignof(uint32_t), "work.dim");
      return load;
    });
  }
  Value *globalSize(unsigned d) {
    return launchSize(globalSize_[d], offsetof(WeftLaunch, globalSize), d, 1, "global.size");
  }
  Value *globalOffset(unsigned d) {
    return launchSize(globalOffset_[d], offsetof(WeftLaunch, globalOffset), d, 0, "global.offset");
  }
  Value *enqueuedLocalSize(unsigned d) {
    return once(enqueuedLocalSize_[d], [&]() -> Value * {
      if (uint64_t fixed = fixedLocalSize(kernel_)[d])
        return entry_.getInt64(fixed);
      return loadSize(entry_, launchParameter(kernel_), offsetof(WeftLaunch, localSize), d, 1, maxGroupItems + 1,
                      "enqueued.local.size." + Twine(d));
    });
  }
  Value *numGroups(unsigned d) {
    return launchSize(numGroups_[d], offsetof(WeftLaunch, numGroups), d, 1, "num.groups");
  }
  Value *groupId(unsigned d) {
    return once(groupId_[d], [&] {
      return loadSize(entry_, groupParameter(kernel_), offsetof(WeftGroup, id), d, 0, wide_ ? 0 : int32IdLimit,
                      "group.id." + Twine(d));
    });
  }
  Value *localSize(unsigned d) {
    return once(localSize_[d], [&] { return loadLocalSize(entry_, kernel_, d); });
  }
  /// Returns the global id of the group's first work-item.
  Value *groupBase(unsigned d) {
    return once(groupBase_[d], [&] {
      Value *first = entry_.CreateMul(groupId(d), enqueuedLocalSize(d), "", /*NUW=*/true, /*NSW=*/!wide_);
      first = entry_.CreateAdd(first, globalOffset(d), "group.base." + Twine(d), /*NUW=*/true, /*NSW=*/!wide_);
      return wide_ ? first : entry_.CreateTrunc(first, entry_.getInt32Ty(), first->getName());
    });
  }

  Value *localId(IRBuilder<> &builder, unsigned d) {
    return builder.CreateZExt(localId32(builder, d), builder.getInt64Ty(), "", /*IsNonNeg=*/true);
  }
  Value *globalId(IRBuilder<> &builder, unsigned d) {
    Value *base = groupBase(d);
    if (wide_)
      return builder.CreateAdd(base, localId(builder, d), "global.id." + Twine(d), /*NUW=*/true, /*NSW=*/false);
    Value *id = builder.CreateAdd(base, localId32(builder, d), "global.id." + Twine(d), /*NUW=*/true, /*NSW=*/true);
    return builder.CreateZExt(id, builder.getInt64Ty(), "", /*IsNonNeg=*/true);
  }
  Value *localLinearId(IRBuilder<> &builder) {
    if (hasSubGroups_)
      return builder.CreateZExt(flatId32(builder), builder.getInt64Ty(), "", /*IsNonNeg=*/true);
    Value *id = linear(builder, localId(builder, 2), localSize(1), localId(builder, 1));
    return linear(builder, id, localSize(0), localId(builder, 0));
  }
  Value *globalLinearId(IRBuilder<> &builder) {
    auto relative = [&](unsigned d) { return builder.CreateSub(globalId(builder, d), globalOffset(d), "", true); };
    Value *id = linear(builder, relative(2), globalSize(1), relative(1));
    return linear(builder, id, globalSize(0), relative(0));
  }
  /// Returns the address of the array through which the group's work-items exchange values of `bytes` bytes. The
  /// group's memory has three such arrays, for values of 8, 4 and 2 bytes in this order, each with an element for each
  /// work-item. The result of a builtin, which is the same for the whole group, has its place after these arrays
  /// (groupResult).
  Value *groupValues(uint64_t bytes) {
    uint64_t before = 0;
    for (uint64_t size = groupValueBytes; size > bytes; size /= 2)
      before += size;
    return groupMemory(before);
  }
  Value *groupResult() { return groupMemory(groupValuesBytes); }
  /// Returns an i1: whether the running work-item is the group's first one.
  Value *isFirst(IRBuilder<> &builder) {
    Value *ids = hasSubGroups_ ? flatId32(builder)
                               : builder.CreateOr(localId32(builder, 0),
                                                  builder.CreateOr(localId32(builder, 1), localId32(builder, 2)));
    return builder.CreateICmpEQ(ids, builder.getInt32(0), "is.first");
  }
  Value *laneId(IRBuilder<> &builder) { return builder.CreateCall(declareLaneId(*kernel_.getParent()), {}, "lane"); }
  Value *subGroupId(IRBuilder<> &builder) {
    return builder.CreateCall(declareSubGroupId(*kernel_.getParent()), {}, "sub.group");
  }
  /// Returns the number of sub-groups of this group. If `enqueued`, returns the number for a group of the enqueued
  /// size; groups at the end of the range may be smaller.
  Value *numSubGroups(bool enqueued) {
    return once(numSubGroups_[enqueued], [&] {
      const unsigned size = subGroupSize(kernel_);
      Value *items = entry_.CreateTrunc(groupItems(entry_, enqueued), entry_.getInt32Ty());
      return entry_.CreateLShr(entry_.CreateAdd(items, entry_.getInt32(size - 1), "", true, true), Log2_32(size),
                               "num.sub.groups");
    });
  }
  /// Returns the number of work-items of the running work-item's sub-group. The group's last sub-group may have fewer
  /// work-items than its other sub-groups.
  Value *sizeOfSubGroup(IRBuilder<> &builder) {
    const unsigned size = subGroupSize(kernel_);
    Value *items = once(items32_, [&] {
      return entry_.CreateTrunc(groupItems(entry_, /*enqueued=*/false), entry_.getInt32Ty(), "items");
    });
    Value *before = builder.CreateMul(subGroupId(builder), builder.getInt32(size), "", true, true);
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, builder.CreateSub(items, before, "", true, true),
                                         builder.getInt32(size));
  }
  Value *groupItems(IRBuilder<> &builder, bool enqueued) {
    auto size = [&](unsigned d) { return enqueued ? enqueuedLocalSize(d) : localSize(d); };
    return builder.CreateMul(builder.CreateMul(size(0), size(1), "", true, true), size(2), "", true, true);
  }

private:
  /// Returns an address in the group's memory. Its distance from the start of this memory is `bytesPerItem` bytes times
  /// the number of the group's work-items.
  Value *groupMemory(uint64_t bytesPerItem) {
    setNumericAttribute(kernel_, scratchBytesAttribute, groupValuesBytes + 1);
    const ScratchArrays arrays(entry_, kernel_, groupItems(entry_, /*enqueued=*/false));
    Value *memory = arrays.begin(entry_, bytesPerItem, "group.memory");
    return entry_.CreateAddrSpaceCast(memory, entry_.getPtrTy(spirLocal));
  }
  template <typename Make> Value *once(Value *&slot, Make make) {
    if (!slot)
      slot = make();
    return slot;
  }
  Value *launchSize(Value *&slot, size_t offset, unsigned d, uint64_t lowest, const char *name) {
    return once(slot, [&] {
      return loadSize(entry_, launchParameter(kernel_), offset, d, lowest, wide_ ? 0 : int32IdLimit,
                      Twine(name) + "." + Twine(d));
    });
  }
  Value *localId32(IRBuilder<> &builder, unsigned d) {
    if (fixedLocalSize(kernel_)[d] == 1)
      return builder.getInt32(0);
    if (hasSubGroups_)
      return FlatIds(kernel_, entry_, subGroupSize(kernel_)).localId(builder, flatId32(builder), d);
    return builder.CreateCall(declareLocalId(*kernel_.getParent(), d), {}, "local.id." + Twine(d));
  }
  Value *flatId32(IRBuilder<> &builder) {
    return builder.CreateCall(declareLocalId(*kernel_.getParent(), 0), {}, "flat.id");
  }
  static Value *linear(IRBuilder<> &builder, Value *outer, Value *size, Value *inner) {
    return builder.CreateAdd(builder.CreateMul(outer, size, "", true), inner, "", true);
  }

  Function &kernel_;
  bool wide_;
  bool hasSubGroups_;
  IRBuilder<> entry_;
  Value *workDim_ = nullptr;
  std::array<Value *, 3> globalSize_{}, globalOffset_{}, enqueuedLocalSize_{}, numGroups_{}, groupId_{}, localSize_{},
      groupBase_{};
  std::array<Value *, 2> numSubGroups_{};
  Value *items32_ = nullptr;
};

/// Returns `of(dimension)`, or `outOfRange` if the dimension is above 2. Dimensions that the launch doesn't have, but
/// that are at most 2, need no special case: the ABI's structs have the offset 0 and the size 1 for them.
template <typename OfDimension>
Value *selectDimension(IRBuilder<> &builder, Value *dimension, uint64_t outOfRange, OfDimension of) {
  if (auto *known = dyn_cast<ConstantInt>(dimension))
    return known->getValue().ult(3) ? of(static_cast<unsigned>(known->getZExtValue())) : builder.getInt64(outOfRange);
  Value *result = builder.getInt64(outOfRange);
  for (unsigned d = 0; d < 3; ++d)
    result = builder.CreateSelect(builder.CreateICmpEQ(dimension, builder.getInt32(d)), of(d), result);
  return result;
}

/// Clang's values of memory_order and memory_scope.
enum MemoryOrder : unsigned { orderRelaxed = 0, orderAcquire = 2, orderRelease = 3, orderAcquireRelease = 4 };
enum MemoryScope : unsigned { scopeWorkItem = 0, scopeWorkGroup = 1, scopeSubGroup = 4 };

/// Returns LLVM's memory ordering for a fence. The fence's scope doesn't change it, because any work-item may run on
/// any thread. mem_fence and its variants are atomic_work_item_fence with memory_order_acq_rel (OpenCL C 3.0, section
/// 6.15.9).
AtomicOrdering fenceOrdering(const CallBase &call) {
  if (call.arg_size() < 3)
    return AtomicOrdering::AcquireRelease;
  auto *order = dyn_cast<ConstantInt>(call.getArgOperand(1));
  switch (order ? order->getZExtValue() : ~uint64_t(0)) {
  case orderRelaxed:
    return AtomicOrdering::Monotonic;
  case orderAcquire:
    return AtomicOrdering::Acquire;
  case orderRelease:
    return AtomicOrdering::Release;
  case orderAcquireRelease:
    return AtomicOrdering::AcquireRelease;
  default:
    return AtomicOrdering::SequentiallyConsistent;
  }
}

/// Whether a barrier also orders this group's accesses with those of other groups, so that it needs a fence of the CPU.
/// Accesses within a group need no fence, because one thread runs the whole group.
bool fencesOtherGroups(const CallBase &call) {
  if (call.arg_size() < 2)
    return false;
  auto *scope = dyn_cast<ConstantInt>(call.getArgOperand(1));
  return !scope || (scope->getZExtValue() != scopeWorkItem && scope->getZExtValue() != scopeWorkGroup &&
                    scope->getZExtValue() != scopeSubGroup);
}

void lowerBarrier(IRBuilder<> &builder, CallBase &call) {
  CallInst *barrier = builder.CreateCall(declareBarrier(*call.getModule()), {});
  if (const auto *flags = call.arg_empty() ? nullptr : dyn_cast<ConstantInt>(call.getArgOperand(0)))
    setFences(*barrier, static_cast<uint32_t>(flags->getZExtValue()));
}

/// Returns the value that replaces a call, or null if the function returns nothing.
Value *lower(CallBase &call, WorkItemFunction function, IdBuilder &ids) {
  IRBuilder<> builder(&call);
  auto each = [&](uint64_t outOfRange, auto of) {
    return selectDimension(builder, call.getArgOperand(0), outOfRange, of);
  };
  switch (function) {
    using enum WorkItemFunction;
  case getWorkDim:
    return ids.workDim();
  case getGlobalSize:
    return each(1, [&](unsigned d) { return ids.globalSize(d); });
  case getGlobalId:
    return each(0, [&](unsigned d) { return ids.globalId(builder, d); });
  case getLocalSize:
    return each(1, [&](unsigned d) { return ids.localSize(d); });
  case getEnqueuedLocalSize:
    return each(1, [&](unsigned d) { return ids.enqueuedLocalSize(d); });
  case getLocalId:
    return each(0, [&](unsigned d) { return ids.localId(builder, d); });
  case getNumGroups:
    return each(1, [&](unsigned d) { return ids.numGroups(d); });
  case getGroupId:
    return each(0, [&](unsigned d) { return ids.groupId(d); });
  case getGlobalOffset:
    return each(0, [&](unsigned d) { return ids.globalOffset(d); });
  case getGlobalLinearId:
    return ids.globalLinearId(builder);
  case getLocalLinearId:
    return ids.localLinearId(builder);
  case getSubGroupSize:
    return ids.sizeOfSubGroup(builder);
  case getMaxSubGroupSize:
    return builder.getInt32(subGroupSize(*call.getFunction()));
  case getNumSubGroups:
    return ids.numSubGroups(/*enqueued=*/false);
  case getEnqueuedNumSubGroups:
    return ids.numSubGroups(/*enqueued=*/true);
  case getSubGroupId:
    return ids.subGroupId(builder);
  case getSubGroupLocalId:
    return ids.laneId(builder);
  case subGroupBarrier:
    if (fencesOtherGroups(call))
      builder.CreateFence(AtomicOrdering::AcquireRelease);
    builder.CreateCall(declareSubGroupBarrier(*call.getModule()), {});
    return nullptr;
  case barrier:
    if (fencesOtherGroups(call))
      builder.CreateFence(AtomicOrdering::AcquireRelease);
    lowerBarrier(builder, call);
    return nullptr;
  case memoryFence:
    if (AtomicOrdering order = fenceOrdering(call); order != AtomicOrdering::Monotonic)
      builder.CreateFence(order);
    return nullptr;
  case beginOnce:
    builder.CreateCall(declareBarrier(*call.getModule()), {})
        ->addFnAttr(Attribute::get(builder.getContext(), singleAttribute));
    return ids.isFirst(builder);
  case groupValues:
    return ids.groupValues(cast<ConstantInt>(call.getArgOperand(0))->getZExtValue());
  case groupResult:
    return ids.groupResult();
  }
  llvm_unreachable("all work-item functions are handled");
}

/// Whether a group may be split into several groups, each of which is a contiguous run of work-items. This requires
/// that the kernel can't observe how the work-items are divided into groups, and uses ids of one dimension only.
bool canSplitIntoRows(const Function &kernel) {
  return usesOneDimension(kernel) && !kernel.hasFnAttribute(observesGroupsAttribute) &&
         fixedLocalSize(kernel)[0] == 0 && !kernel.hasFnAttribute(unoptimisedAttribute) && !checksOf(kernel).any();
}

/// Makes divisions of ids by constants unsigned, because ids are never negative. If a kernel stores an id as int, LLVM
/// no longer knows this. For a division by a power of two, it would generate code for negative ids, too.
void makeIdDivisionsUnsigned(Function &kernel) {
  for (Instruction &division : make_early_inc_range(instructions(kernel))) {
    Value *dividend = nullptr, *id = nullptr;
    const APInt *divisor = nullptr;
    const bool isQuotient = match(&division, m_SDiv(m_Value(dividend), m_APInt(divisor)));
    if ((!isQuotient && !match(&division, m_SRem(m_Value(dividend), m_APInt(divisor)))) ||
        !divisor->isStrictlyPositive() ||
        !match(dividend, m_CombineOr(m_NNegZExt(m_Value(id)), m_Trunc(m_NNegZExt(m_Value(id))))) ||
        id->getType()->getScalarSizeInBits() > dividend->getType()->getScalarSizeInBits())
      continue;
    IRBuilder<> builder(&division);
    Value *by = division.getOperand(1);
    Value *made = isQuotient ? builder.CreateUDiv(dividend, by) : builder.CreateURem(dividend, by);
    made->takeName(&division);
    division.replaceAllUsesWith(made);
    division.eraseFromParent();
  }
}

} // namespace

PreservedAnalyses LowerWorkItemFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  // Split the entry block, so that values that the group shares can be computed in it, before all calls of work-item
  // functions.
  kernel->getEntryBlock().splitBasicBlock(entryInsertionPoint(*kernel));
  IdBuilder ids(*kernel);
  for (Function &function : make_early_inc_range(module)) {
    std::optional<WorkItemFunction> found = findWorkItemFunction(function.getName());
    if (!found)
      continue;
    if (!function.use_empty() && observesGroups(*found))
      kernel->addFnAttr(observesGroupsAttribute);
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallBase>(user);
      if (!call || call->getFunction() != kernel)
        continue;
      if (Value *value = lower(*call, *found, ids))
        call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
    if (function.use_empty())
      function.eraseFromParent();
  }
  makeIdDivisionsUnsigned(*kernel);
  if (canSplitIntoRows(*kernel))
    setFixedLocalSize(*kernel, {0, 1, 1});
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
