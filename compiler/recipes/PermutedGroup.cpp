// Groups loads or stores whose lanes access neighbouring elements in an order that is the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/PermutedGroup.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"

#include "analysis/Accesses.h"
#include "analysis/MemoryDependence.h"
#include "analysis/PacketTypes.h"
#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `type` is a number, or a vector without padding, whose size in bytes is a power of two.
bool isKind(const DataLayout &layout, Type *type) {
  const Type *element = type->getScalarType();
  const uint64_t bytes = layout.getTypeStoreSize(type);
  return (element->isIntegerTy() || element->isFloatingPointTy()) && layout.typeSizeEqualsStoreSize(type) &&
         layout.typeSizeEqualsStoreSize(type->getScalarType()) && layout.getTypeAllocSize(type) == bytes &&
         isPowerOf2_64(bytes);
}

} // namespace

unsigned PermutedGroup::firstSlotOfRegister(unsigned place) const {
  return std::min(place / slotsPerRegister * slotsPerRegister, span > slotsPerRegister ? span - slotsPerRegister : 0);
}

std::optional<PermutedGroup> PermutedGroups::find(Instruction &first, function_ref<bool(Instruction &)> isOpen) {
  const bool loads = isa<LoadInst>(first);
  Type *type = accessedType(first);
  if (!isAccess(first, loads) || !isKind(layout_, type))
    return std::nullopt;
  const LaneOffsets::Offsets *offsets = offsets_.of(*getLoadStorePointerOperand(&first));
  if (!offsets)
    return std::nullopt;
  SmallVector<Candidate, 8> chosen{{&first, offsets}};
  std::optional<PermutedGroup> found = buildGroup(chosen);
  const auto size = static_cast<int64_t>(layout_.getTypeAllocSize(type).getFixedValue());
  const bool isInLine = all_of(enumerate(offsets->lanes), [&, start = offsets->lanes.front()](const auto &lane) {
    return lane.value() - start == static_cast<int64_t>(lane.index()) * size;
  });
  if (!found || isInLine)
    return std::nullopt;
  unsigned passed = 0;
  for (Instruction *next = first.getNextNode(); next && ++passed < SearchLimits::interleaveGroup;
       next = next->getNextNode()) {
    if (isAccess(*next, loads) && accessedType(*next) == type && haveSameAliasScopes(*next, first))
      if (const LaneOffsets::Offsets *more = offsets_.of(*getLoadStorePointerOperand(next));
          more && more->shared == offsets->shared && isOpen(*next)) {
        const std::optional<PermutedGroup> alone = buildGroup(Candidate{next, more});
        chosen.push_back({next, more});
        const std::optional<PermutedGroup> together = buildGroup(chosen);
        if (alone && together && together->cycles < found->cycles + alone->cycles) {
          found = together;
          continue;
        }
        chosen.pop_back();
      }
    if (mustPreserveOrder(*next, first))
      break;
  }
  found->prefersMaskedStores = prefersMaskedStores(*found, chosen);
  return found;
}

/// Builds a group of all accesses in `candidates`. Returns nothing if the distances between lanes aren't multiples of
/// the element size, if two stores have the same slot, or if the group spans too many slots.
std::optional<PermutedGroup> PermutedGroups::buildGroup(ArrayRef<Candidate> candidates) const {
  Type *type = accessedType(*candidates.front().access);
  const auto size = static_cast<int64_t>(layout_.getTypeAllocSize(type).getFixedValue());
  int64_t least = INT64_MAX, most = INT64_MIN;
  for (const Candidate &candidate : candidates) {
    least = std::min(least, *std::ranges::min_element(candidate.offsets->lanes));
    most = std::max(most, *std::ranges::max_element(candidate.offsets->lanes));
  }
  if ((most - least) / size >= SearchLimits::permutedGroupSpan)
    return std::nullopt;
  PermutedGroup permutedGroup;
  permutedGroup.span = static_cast<unsigned>((most - least) / size) + 1;
  permutedGroup.slotsPerRegister = std::min(width_, profile_.registers.bytes / static_cast<unsigned>(size));
  if (permutedGroup.slotsPerRegister < 2)
    return std::nullopt;
  SmallSet<unsigned, 32> stored;
  for (const Candidate &candidate : candidates) {
    PermutedGroup::Member member{candidate.access, {}};
    for (const int64_t lane : candidate.offsets->lanes) {
      if ((lane - least) % size != 0)
        return std::nullopt;
      member.slots.push_back(static_cast<unsigned>((lane - least) / size));
      if (isa<StoreInst>(member.access) && !stored.insert(member.slots.back()).second)
        return std::nullopt;
    }
    permutedGroup.members.push_back(std::move(member));
  }
  permutedGroup.cycles = cyclesOf(permutedGroup);
  return permutedGroup;
}

/// Whether masked stores of whole registers are quicker than one store for each element. A mask is permuted as a vector
/// of elements, which takes three operations more than permuting values. All addresses are computed from lane 0's
/// address, so lane 0's index must be right even if lane 0 doesn't run.
bool PermutedGroups::prefersMaskedStores(const PermutedGroup &permutedGroup, ArrayRef<Candidate> candidates) const {
  const Instruction &first = *permutedGroup.members.front().access;
  Type *type = accessedType(first);
  if (isa<LoadInst>(first) || type->isVectorTy() ||
      !profile_.legal.hasFastMaskedStore(layout_.getTypeStoreSize(type).getFixedValue()) ||
      any_of(candidates, [](const Candidate &candidate) { return candidate.offsets->reliesOnNoIndexWrap; }))
    return false;
  SmallSet<unsigned, 8> parts;
  std::set<std::tuple<size_t, unsigned, unsigned>> runs; // lanes of a register whose slots are contiguous
  for (const auto &[number, member] : enumerate(permutedGroup.members))
    for (const auto &[lane, place] : enumerate(member.slots)) {
      const auto own = static_cast<unsigned>(lane);
      parts.insert(permutedGroup.firstSlotOfRegister(place));
      runs.emplace(number, own / permutedGroup.slotsPerRegister, place - own);
    }
  // Masked stores of whole registers gain nothing if the lanes form few runs of contiguous elements: AccessRuns then
  // needs few masked accesses, and often only the first of two work-items that exchange elements stores. They gain most
  // if they fill a range of local memory. Mostly loads of the whole range follow, which get its contents sooner from
  // few stores than from many. A single store gains nothing by that if packets exchange elements in registers: as a
  // scatter, it leaves the elements and the bits of the mask in their lanes.
  const size_t registers = permutedGroup.members.size() * (width_ / permutedGroup.slotsPerRegister);
  const bool isFull = permutedGroup.span == permutedGroup.members.size() * width_;
  const bool isLoadedNext = getLoadStoreAddressSpace(&first) == spirLocal && isFull &&
                            (permutedGroup.members.size() > 1 || !exchangesInRegisters_);
  const double ofPart = profile_.cycles.vectorAccess + 4 * profile_.cycles.vectorOperation;
  const double elements = static_cast<double>(permutedGroup.members.size()) * width_;
  return (runs.size() > 2 * registers || isLoadedNext) &&
         static_cast<double>(parts.size()) * ofPart < elements * profile_.cycles.gatheredElement;
}

/// The cycles to build one register from elements of `parts` other registers.
double PermutedGroups::permuteCycles(unsigned parts) const {
  const unsigned permuted = profile_.legal.permuted;
  return std::max(1U, parts - 1) * profile_.cycles.vectorOperation *
         (permuted != 0 ? 1 : profile_.permutedGroups.twoSourcePermuteOps);
}

double PermutedGroups::cyclesOf(const PermutedGroup &permutedGroup) const {
  Type *type = accessedType(*permutedGroup.members.front().access);
  const bool loads = isa<LoadInst>(*permutedGroup.members.front().access);
  std::map<unsigned, SmallSet<unsigned, 8>> registersByPart; // the registers of each chunk of memory
  double cycles = 0;
  for (const auto &[number, member] : enumerate(permutedGroup.members)) {
    for (unsigned begin = 0; begin < width_; begin += permutedGroup.slotsPerRegister) {
      SmallSet<unsigned, 8> parts;
      for (unsigned lane = begin; lane < begin + permutedGroup.slotsPerRegister; ++lane) {
        const unsigned part = permutedGroup.firstSlotOfRegister(member.slots[lane]);
        parts.insert(part);
        registersByPart[part].insert(static_cast<unsigned>(number) * width_ + begin);
      }
      if (loads)
        cycles += permuteCycles(static_cast<unsigned>(parts.size()));
    }
    // Vectors of OpenCL C take more cycles, because their elements also have to be separated after a load or joined
    // before a store.
    if (type->isVectorTy())
      cycles += registersForPacket(*type, profile_.cycles) * profile_.cycles.vectorOperation;
  }
  for (const auto &[part, registers] : registersByPart) {
    cycles += profile_.cycles.vectorAccess;
    if (!loads)
      cycles += permuteCycles(static_cast<unsigned>(registers.size()));
  }
  return cycles;
}

} // namespace weft::compiler
