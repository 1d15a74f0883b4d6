// Classifies a kernel's accesses by the memory that they may have in common, and by the barriers between them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/RaceClasses.h"

#include <algorithm>
#include <numeric>

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isLocalObject(const AccessedObject &object) {
  return object.kind == WEFT_CHECK_LOCAL_ARGUMENT || object.kind == WEFT_CHECK_LOCAL_VARIABLE;
}

/// The nodes that are joined to equivalence classes; each class becomes one SharedMemory. One node stands for unknown
/// local memory, one for unknown global memory, and each further node for one object.
constexpr unsigned anyLocal = 0, anyGlobal = 1, firstObject = 2;

uint64_t granularityOf(const AccessedRange &stretch) {
  return std::gcd(stretch.bytes, std::min<uint64_t>(stretch.alignment, 4));
}

} // namespace

RaceClasses::RaceClasses(Function &kernel, bool hasBarrierIntervals,
                         function_ref<bool(const AccessedObject &)> isLeftOut)
    : kernel_(kernel), hasDistinctBuffers_(kernel.hasFnAttribute(distinctBuffersAttribute)) {
  numberBarrierIntervals(hasBarrierIntervals);
  classes_.insert(anyLocal);
  classes_.insert(anyGlobal);
  std::vector<unsigned> nodes;
  for (Instruction &instruction : instructions(kernel)) {
    if (instruction.getParent() == &kernel.getEntryBlock() || instruction.hasMetadata(reportedMetadata))
      continue;
    for (const AccessedRange &stretch : accessedRanges(instruction, kernel.getDataLayout())) {
      const unsigned space = stretch.address->getType()->getPointerAddressSpace();
      SmallVector<AccessedObject, 2> objects = accessedObjects(*stretch.address);
      const AccessedObject object = objects.size() == 1 ? objects.front() : AccessedObject();
      if (object.isOfLaunch() || object.kind == WEFT_CHECK_PRIVATE || space == spirConstant || space == spirPrivate ||
          isLeftOut(object))
        continue;
      join(objects, space);
      accesses_.push_back({&instruction, stretch, object, 0, barrierIntervals_.lookup(&instruction)});
      nodes.push_back(objects.empty() ? (space == spirLocal ? anyLocal : anyGlobal) : nodeOf(objects.front()));
    }
  }
  DenseMap<unsigned, unsigned> numbers;
  for (size_t i = 0; i < accesses_.size(); ++i) {
    SharedAccess &access = accesses_[i];
    const auto [known, isNew] = numbers.try_emplace(classes_.getLeaderValue(nodes[i]), memory_.size());
    if (isNew)
      memory_.emplace_back();
    access.memory = known->second;
    SharedMemory &memory = memory_[access.memory];
    const AccessedRange &stretch = access.stretch;
    const bool isLocal = stretch.address->getType()->getPointerAddressSpace() == spirLocal;
    (isLocal ? memory.isLocal : memory.isGlobal) = true;
    memory.isKnown &= isLocal || access.object.kind == WEFT_CHECK_BUFFER;
    const bool isAtomic = stretch.kind == WEFT_CHECK_ATOMIC;
    memory.hasAtomic |= isAtomic;
    memory.hasPlain |= !isAtomic;
    memory.hasWrites |= stretch.writes;
    memory.hasReads |= !stretch.writes;
    const bool isAligned = stretch.bytes != 0 && stretch.alignment % stretch.bytes == 0;
    const uint64_t unit = isAligned ? stretch.bytes : 0;
    memory.unit = memory.accesses.empty() || memory.unit == unit ? unit : 0;
    memory.piece = std::gcd(memory.piece, granularityOf(stretch));
    memory.longest = std::max(memory.longest, stretch.bytes);
    memory.accesses.push_back(i);
  }
}

unsigned RaceClasses::nodeOf(const AccessedObject &object) {
  if (object.kind == WEFT_CHECK_BUFFER && !hasDistinctBuffers_)
    return anyGlobal;
  const auto [known, isNew] = nodes_.try_emplace(object.base, firstObject + nodes_.size());
  if (isNew)
    classes_.insert(known->second);
  // If an earlier access may reach any local or any global memory, it may also reach this object. So the object joins
  // the class of unknown local or global memory.
  if (isNew && (isLocalObject(object) ? reachesAnyLocal_ : reachesAnyGlobal_))
    classes_.unionSets(known->second, isLocalObject(object) ? anyLocal : anyGlobal);
  return known->second;
}

void RaceClasses::join(ArrayRef<AccessedObject> objects, unsigned space) {
  for (const AccessedObject &object : objects)
    classes_.unionSets(nodeOf(objects.front()), nodeOf(object));
  if (!objects.empty())
    return;
  const auto joinAll = [&](bool &reachesAny, unsigned any, bool areLocal) {
    reachesAny = true;
    for (const auto &[base, node] : nodes_) {
      const SmallVector<AccessedObject, 2> object = accessedObjects(const_cast<Value &>(*base));
      if (object.empty() || isLocalObject(object.front()) == areLocal)
        classes_.unionSets(node, any);
    }
  };
  if (space != spirGlobal)
    joinAll(reachesAnyLocal_, anyLocal, true);
  if (space != spirLocal)
    joinAll(reachesAnyGlobal_, anyGlobal, false);
  if (space != spirGlobal && space != spirLocal)
    classes_.unionSets(anyLocal, anyGlobal);
}

/// Gives each instruction the number of its interval between barriers. Instructions that a path without barriers
/// connects have the same number.
void RaceClasses::numberBarrierIntervals(bool hasBarrierIntervals) {
  EquivalenceClasses<unsigned> joined;
  DenseMap<const BasicBlock *, std::pair<unsigned, unsigned>> ofBlocks; // the block's first and last interval
  unsigned count = 0;
  for (BasicBlock &block : kernel_) {
    joined.insert(++count);
    ofBlocks[&block].first = count;
    for (Instruction &instruction : block) {
      barrierIntervals_[&instruction] = count;
      if (hasBarrierIntervals && isBarrier(instruction) && (fencesOf(instruction) & WEFT_CHECK_ORDERS_LOCAL) != 0)
        joined.insert(++count);
    }
    ofBlocks[&block].second = count;
  }
  for (BasicBlock &block : kernel_)
    for (BasicBlock *next : successors(&block))
      joined.unionSets(ofBlocks[&block].second, ofBlocks[next].first);
  for (auto &[instruction, number] : barrierIntervals_)
    number = joined.getLeaderValue(number);
}

std::vector<const SharedAccess *> RaceClasses::around(const SharedAccess &access) const {
  std::vector<const SharedAccess *> all;
  const SharedMemory &memory = memoryOf(access);
  for (unsigned i : memory.accesses)
    if (!memory.isLocal || accesses_[i].barrierInterval == access.barrierInterval)
      all.push_back(&accesses_[i]);
  return all;
}

MemoryUse RaceClasses::concurrentUse(const SharedAccess &access) const {
  MemoryUse use;
  for (const SharedAccess *other : around(access)) {
    const bool isAtomic = other->stretch.kind == WEFT_CHECK_ATOMIC;
    use.hasAtomic |= isAtomic;
    use.hasPlain |= !isAtomic;
    use.hasWrites |= other->stretch.writes;
    use.hasReads |= !other->stretch.writes;
  }
  return use;
}

} // namespace weft::compiler
