// Finds barriers around which no two packets share local memory, so that packets don't need them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/JoinPacketRegionsPass.h"

#include <algorithm>
#include <vector>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include "analysis/IdExpressions.h"
#include "analysis/WorkItemEvaluator.h"
#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isDroppableBarrier(const Instruction &instruction) {
  return isBarrier(instruction) && instruction.hasMetadata(withinPacketMetadata);
}

/// Returns whether only the group's first work-item needs to run the code after `barrier` (weft-single). The next
/// barrier, which ends this code, must then stay in the code of packets.
bool startsSingleItemCode(const Instruction &barrier) { return cast<CallInst>(barrier).hasFnAttr(singleAttribute); }

/// An access to local memory. Each work-item that reaches `block` makes this access.
struct Access {
  BasicBlock *block;
  SmallVector<GEPOperator *, 2> address; ///< the address computations that add to the base
  uint64_t bytes;
  bool writes;
};

/// The code on both sides of a barrier, up to the next barriers, and its accesses to local memory.
class AdjacentRegions {
public:
  /// Collects the accesses around `barrier`. Returns false if the code writes memory other than private and local
  /// memory, or if it isn't known which memory the code writes.
  bool collect(Instruction &barrier) {
    BasicBlock &block = *barrier.getParent();
    return collectFrom(block, std::next(barrier.getIterator()), block.end()) &&
           collectFrom(block, std::next(barrier.getReverseIterator()), block.rend());
  }

  /// The accesses to each object in local memory.
  const MapVector<const Value *, SmallVector<Access>> &accesses() const { return accesses_; }
  /// Returns whether no two of the objects can be the same object.
  bool areObjectsDistinct() const {
    return accesses_.size() == 1 ||
           all_of(accesses_, [](const auto &object) { return isa<AddrSpaceCastInst>(*object.first); });
  }

private:
  template <typename Iterator> static constexpr bool goesForwards = std::is_same_v<Iterator, BasicBlock::iterator>;

  /// Collects accesses from `at` to the end of the block `first`, and in all blocks that follow. Backward iterators go
  /// to the start of the block and to the blocks before it.
  template <typename Iterator> bool collectFrom(BasicBlock &first, Iterator at, Iterator end) {
    SmallVector<BasicBlock *> next;
    SmallPtrSet<const BasicBlock *, 16> seen;
    if (!collectBlock(first, at, end, next))
      return false;
    while (!next.empty()) {
      BasicBlock &block = *next.pop_back_val();
      if (!seen.insert(&block).second)
        continue;
      bool isKnown;
      if constexpr (goesForwards<Iterator>)
        isKnown = collectBlock(block, block.begin(), block.end(), next);
      else
        isKnown = collectBlock(block, block.rbegin(), block.rend(), next);
      if (!isKnown)
        return false;
    }
    return true;
  }

  /// Collects accesses up to a barrier, or to the end of `block` in the direction of the iterator. At the end of the
  /// block, adds the blocks that follow in this direction to `next`.
  template <typename Iterator>
  bool collectBlock(BasicBlock &block, Iterator at, Iterator end, SmallVectorImpl<BasicBlock *> &next) {
    for (; at != end; ++at) {
      if (isBarrier(*at) && !isDroppableBarrier(*at))
        return goesForwards<Iterator> || !startsSingleItemCode(*at);
      if (++steps_ > SearchLimits::barrierSearchLength || !add(*at))
        return false;
    }
    if constexpr (goesForwards<Iterator>)
      next.append(succ_begin(&block), succ_end(&block));
    else
      next.append(pred_begin(&block), pred_end(&block));
    return true;
  }

  bool add(Instruction &instruction) {
    if (!instruction.mayReadOrWriteMemory() || isDroppableBarrier(instruction) || isa<LifetimeIntrinsic>(instruction) ||
        isa<AssumeInst>(instruction))
      return true;
    Value *pointer = getLoadStorePointerOperand(&instruction);
    const auto *store = dyn_cast<StoreInst>(&instruction);
    const auto *load = dyn_cast<LoadInst>(&instruction);
    if (!pointer || !(store ? store->isSimple() : load->isSimple()))
      return false;
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (space != spirLocal)
      return space == spirPrivate || (load && (space == spirGlobal || space == spirConstant));
    SmallVector<GEPOperator *, 2> address;
    while (auto *part = dyn_cast<GEPOperator>(pointer)) {
      if (address.size() == SearchLimits::addressChain)
        return false;
      address.push_back(part);
      pointer = part->getPointerOperand();
    }
    const Value *base = pointer;
    if (const auto *cast = dyn_cast<AddrSpaceCastInst>(base))
      base = objects_.try_emplace(cast->getPointerOperand(), cast).first->second;
    const uint64_t bytes =
        instruction.getModule()->getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction)).getFixedValue();
    accesses_[base].push_back({instruction.getParent(), std::move(address), bytes, store != nullptr});
    return true;
  }

  unsigned steps_ = 0;
  MapVector<const Value *, SmallVector<Access>> accesses_;
  DenseMap<const Value *, const Value *> objects_; ///< for each array's address, the first cast of it
};

/// The work-items of a group, each with the index of its packet.
class Packets {
public:
  Packets(const std::array<uint64_t, 3> &sizes, uint64_t width) : width_(width) {
    uint64_t packet = 0;
    for (uint64_t z = 0; z < sizes[2]; ++z)
      for (uint64_t y = 0; y < sizes[1]; ++y, ++packet)
        for (uint64_t x = 0; x < sizes[0]; ++x) {
          packet += x != 0 && x % width_ == 0 ? 1 : 0;
          items_.push_back({WorkItemEvaluator({x, y, z}), packet});
        }
  }

  /// Returns whether each byte of an object is accessed by the work-items of one packet alone. `accesses` are all
  /// accesses to the object.
  bool isPacketPrivate(ArrayRef<Access> accesses) {
    std::vector<uint64_t> owners; // of each byte: 0 if not yet accessed, else the index of its packet plus 1
    return all_of(accesses, [&](const Access &access) {
      return all_of(items_, [&](Item &item) {
        if (!mayReach(item.numbers, *access.block))
          return true;
        const std::optional<int64_t> offset = offsetOf(access, item.numbers);
        if (!offset || *offset < 0 || *offset + static_cast<int64_t>(access.bytes) > mostBytes)
          return false;
        const auto begin = static_cast<uint64_t>(*offset);
        owners.resize(std::max<size_t>(owners.size(), begin + access.bytes));
        for (uint64_t byte = begin; byte < begin + access.bytes; ++byte) {
          if (owners[byte] != 0 && owners[byte] != item.packet + 1)
            return false;
          owners[byte] = item.packet + 1;
        }
        return true;
      });
    });
  }

private:
  static std::optional<int64_t> offsetOf(const Access &access, WorkItemEvaluator &item) {
    int64_t offset = 0;
    for (GEPOperator *part : access.address) {
      const std::optional<int64_t> more = item.offsetOf(*part);
      if (!more || *more > mostBytes || *more < -mostBytes)
        return std::nullopt;
      offset += *more;
    }
    return offset;
  }

  /// Returns false if a branch condition on the path to `block` is known to keep the work-item from reaching `block`.
  static bool mayReach(WorkItemEvaluator &item, BasicBlock &block) {
    const BasicBlock *to = &block;
    for (unsigned conditions = 0; conditions < SearchLimits::guardingConditionBlocks; ++conditions) {
      const BasicBlock *from = to->getSinglePredecessor();
      if (!from)
        break;
      const auto *branch = dyn_cast<BranchInst>(from->getTerminator());
      const auto *holds = branch && branch->isConditional()
                              ? dyn_cast_or_null<ConstantInt>(item.valueOf(*branch->getCondition()))
                              : nullptr;
      if (holds && branch->getSuccessor(holds->isZero() ? 1 : 0) != to)
        return false;
      to = from;
    }
    return true;
  }

  static constexpr int64_t mostBytes = int64_t{1} << 16; // of an object; barriers around larger objects stay
  struct Item {
    WorkItemEvaluator numbers;
    uint64_t packet;
  };
  const uint64_t width_;
  std::vector<Item> items_;
};

} // namespace

PreservedAnalyses JoinPacketRegionsPass::run(Function &kernel, FunctionAnalysisManager &) {
  const uint64_t width = scheduleOf(kernel).width.value_or(0);
  const std::array<uint64_t, 3> sizes = knownIdSizes(kernel);
  const uint64_t items = sizes[0] * sizes[1] * sizes[2];
  if (width == 0 || items == 0 || items > SearchLimits::evaluatedItems)
    return PreservedAnalyses::all();
  SmallVector<Instruction *> barriers;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel))
    for (Instruction &instruction : *block)
      if (isBarrier(instruction))
        barriers.push_back(&instruction);
  if (barriers.empty())
    return PreservedAnalyses::all();
  Packets packets(sizes, width);
  for (Instruction *barrier : barriers) {
    AdjacentRegions surroundings;
    if (cast<CallInst>(barrier)->getOperandBundle(rowsBundle) || !surroundings.collect(*barrier) ||
        !surroundings.areObjectsDistinct())
      continue;
    const auto isWithin = [&](const auto &object) {
      return none_of(object.second, [](const Access &access) { return access.writes; }) ||
             packets.isPacketPrivate(object.second);
    };
    if (all_of(surroundings.accesses(), isWithin))
      barrier->setMetadata(withinPacketMetadata, MDNode::get(kernel.getContext(), {}));
  }
  return PreservedAnalyses::all();
}

void dropBarriersWithinPackets(Function &kernel) {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel)))
    if (isDroppableBarrier(instruction))
      instruction.eraseFromParent();
}

} // namespace weft::compiler
