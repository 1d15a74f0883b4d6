// Joins a work-item's accesses to neighbouring elements of memory to one access of a vector.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/CoalesceAccessesPass.h"

#include <algorithm>
#include <bit>
#include <list>
#include <optional>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "analysis/MemoryDependence.h"
#include "analysis/PacketShapes.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/LaneSpacing.h"

using namespace llvm;

namespace weft::compiler {

namespace {

struct Member : StridedAccess {
  int64_t offset; ///< in bytes, from the group's first member
};

/// A group of loads, or of stores, that have one type, are in one block, and are at known distances from each other.
/// These accesses are the group's members.
struct Group {
  SmallVector<Member, 16> members;      ///< in program order
  SmallVector<StridedAccess, 4> passed; ///< stores between the loads; a load that is added later mustn't overlap them
  int64_t maxRunBytes = 0;

  Instruction &first() const { return *members.front().instruction; }
  bool areLoads() const { return isa<LoadInst>(first()); }
  Type *type() const { return getLoadStoreType(&first()); }

  bool meets(const StridedAccess &access) const {
    return any_of(members, [&](const Member &own) { return mayDepend(access, own); });
  }
};

class AccessCoalescing {
public:
  AccessCoalescing(Function &kernel, const TargetProfile &profile)
      : profile_(profile), kernel_(kernel), layout_(kernel.getDataLayout()),
        assumesNoIndexWrap_(!kernel.hasFnAttribute(wideIndicesAttribute)) {}

  bool join() {
    std::list<Group> found;
    for (BasicBlock &block : kernel_)
      collect(block, found);
    removeNearLanes(found);
    return count_if(found, [&](const Group &group) { return joinGroup(group); }) != 0;
  }

private:
  /// Removes the groups in which neighbouring lanes access elements near each other: a packet accesses these elements
  /// by vectors and shuffles even if no accesses are joined. This check takes longest, so it follows all other checks.
  /// It checks only the first member of a group: the other members lie at constant distances from the first member.
  void removeNearLanes(std::list<Group> &groups) const {
    if (groups.empty())
      return;
    const PacketShapes shapes(kernel_, scheduleOf(kernel_).width.value_or(0));
    groups.remove_if([&](const Group &group) { return !hasDistantLanes(group.first(), shapes, layout_, profile_); });
    for (Group &group : groups)
      group.maxRunBytes = maxRunBytes(group.first(), shapes);
  }

  void collect(BasicBlock &block, std::list<Group> &found) {
    std::list<Group> open;
    const auto close = [&](std::list<Group>::iterator group) {
      if (group->members.size() > 1)
        found.push_back(std::move(*group));
      return open.erase(group);
    };
    for (Instruction &instruction : block) {
      std::optional<StridedAccess> access;
      if (isPlainAccess(instruction, layout_))
        access.emplace(instruction, assumesNoIndexWrap_);
      Group *own = access ? add(*access, open) : nullptr;
      for (auto group = open.begin(); group != open.end();)
        group = &*group == own || passes(instruction, access, *group) ? std::next(group) : close(group);
      if (open.size() > SearchLimits::openRuns)
        close(open.begin());
    }
    while (!open.empty())
      close(open.begin());
  }

  /// Returns whether accesses after `instruction` may still be added to `group`, whose members stand before
  /// `instruction`. Loads move up to the first member, so `passed` remembers the stores that further loads would move
  /// past. Stores move down to the last member, so `instruction` mustn't overlap any member.
  static bool passes(const Instruction &instruction, const std::optional<StridedAccess> &access, Group &group) {
    if (!mustPreserveOrder(instruction, group.first()))
      return true;
    if (!access)
      return false;
    if (!group.areLoads())
      return !group.meets(*access);
    group.passed.push_back(*access);
    return group.passed.size() <= SearchLimits::passedStores;
  }

  /// Returns the group that `access` belongs to. Starts a new group if no open group fits.
  Group *add(const StridedAccess &access, std::list<Group> &open) {
    for (Group &group : open) {
      if (group.areLoads() != access.isLoad() || group.type() != getLoadStoreType(access.instruction) ||
          !haveSameAliasScopes(group.first(), *access.instruction))
        continue;
      const std::optional<int64_t> distance = access.address.distanceFrom(group.members.front().address);
      if (!distance || *distance % sizeOf(group) != 0 || std::abs(*distance) >= SearchLimits::maxRunDistance ||
          any_of(group.passed, [&](const StridedAccess &passed) { return mayDepend(passed, access); }))
        continue;
      // A second store to the same element can't join the group, as the two stores would change order.
      if (any_of(group.members, [&](const Member &member) { return member.offset == *distance; })) {
        if (group.areLoads())
          return &group;
        continue;
      }
      group.members.push_back({access, *distance});
      return &group;
    }
    open.emplace_back().members.push_back({access, 0});
    return &open.back();
  }

  int64_t sizeOf(const Group &group) const { return static_cast<int64_t>(layout_.getTypeStoreSize(group.type())); }

  bool joinGroup(const Group &group) {
    SmallVector<Member, 16> row = group.members;
    llvm::sort(row, [](const Member &a, const Member &b) { return a.offset < b.offset; });
    bool changed = false;
    // Joining erases accesses, perhaps the first one of the group. So everything that depends on the first access is
    // read before the joining begins.
    const bool areLoads = group.areLoads();
    const int64_t size = sizeOf(group);
    const auto most = static_cast<size_t>(std::min(int64_t{profile_.contiguousRuns.bytes}, group.maxRunBytes) / size);
    for (size_t first = 0; first < row.size();) {
      size_t count = 1;
      while (first + count < row.size() && row[first + count].offset == row[first].offset + int64_t(count) * size)
        ++count;
      count = std::bit_floor(std::min(count, most));
      if (count > 1) {
        const ArrayRef<Member> part = ArrayRef(row).slice(first, count);
        areLoads ? joinLoads(part) : joinStores(part);
        changed = true;
      }
      first += std::max<size_t>(count, 1);
    }
    return changed;
  }

  /// Returns the vector type that holds all `members`.
  static FixedVectorType *joinedType(ArrayRef<Member> members) {
    Type *type = getLoadStoreType(members.front().instruction);
    auto *vector = dyn_cast<FixedVectorType>(type);
    return FixedVectorType::get(type->getScalarType(),
                                static_cast<unsigned>(members.size()) * (vector ? vector->getNumElements() : 1));
  }
  /// Returns the address of the element of the first member, computed from the pointer of the member `at`.
  static Value *beginOf(IRBuilder<> &builder, ArrayRef<Member> members, const Member &at) {
    return builder.CreatePtrAdd(getLoadStorePointerOperand(at.instruction),
                                builder.getInt64(members.front().offset - at.offset), "row");
  }
  static SmallVector<Value *, 16> accessesOf(ArrayRef<Member> members) {
    return SmallVector<Value *, 16>(
        map_range(members, [](const Member &member) -> Value * { return member.instruction; }));
  }

  static void joinLoads(ArrayRef<Member> members) {
    const Member &earliest = *std::ranges::min_element(
        members, [](const Member &a, const Member &b) { return a.instruction->comesBefore(b.instruction); });
    IRBuilder<> builder(earliest.instruction);
    LoadInst *all = builder.CreateAlignedLoad(joinedType(members), beginOf(builder, members, earliest),
                                              getLoadStoreAlignment(members.front().instruction), "row.elements");
    propagateMetadata(all, accessesOf(members));
    SmallVector<Value *, 16> parts;
    for (unsigned number = 0; number < members.size(); ++number) {
      auto *vector = dyn_cast<FixedVectorType>(members.front().instruction->getType());
      const unsigned length = vector ? vector->getNumElements() : 1;
      parts.push_back(vector ? builder.CreateShuffleVector(all, createSequentialMask(number * length, length, 0))
                             : builder.CreateExtractElement(all, number));
    }
    for (auto [member, part] : zip_equal(members, parts)) {
      part->takeName(member.instruction);
      member.instruction->replaceAllUsesWith(part);
      member.instruction->eraseFromParent();
    }
  }

  static void joinStores(ArrayRef<Member> members) {
    const Member &latest = *std::ranges::max_element(
        members, [](const Member &a, const Member &b) { return a.instruction->comesBefore(b.instruction); });
    IRBuilder<> builder(latest.instruction);
    SmallVector<Value *, 16> values(map_range(
        members, [](const Member &member) { return cast<StoreInst>(member.instruction)->getValueOperand(); }));
    Value *all = PoisonValue::get(joinedType(members));
    if (values.front()->getType()->isVectorTy())
      all = concatenateVectors(builder, values);
    else
      for (auto [number, value] : enumerate(values))
        all = builder.CreateInsertElement(all, value, number);
    StoreInst *store = builder.CreateAlignedStore(all, beginOf(builder, members, latest),
                                                  getLoadStoreAlignment(members.front().instruction));
    propagateMetadata(store, accessesOf(members));
    for (const Member &member : members)
      member.instruction->eraseFromParent();
  }

  const TargetProfile &profile_;
  Function &kernel_;
  const DataLayout &layout_;
  const bool assumesNoIndexWrap_;
};

} // namespace

PreservedAnalyses CoalesceAccessesPass::run(Function &kernel, FunctionAnalysisManager &) {
  return AccessCoalescing(kernel, profile_).join() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
