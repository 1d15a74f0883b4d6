// Decides whether a load or store can be moved past other instructions of the same work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/MemoryDependence.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The address space that `instruction` accesses. Nothing if it isn't a load or store, or accesses generic memory.
std::optional<unsigned> accessedAddressSpace(const Instruction &instruction) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  if (!pointer || pointer->getType()->getPointerAddressSpace() == spirGeneric)
    return std::nullopt;
  return pointer->getType()->getPointerAddressSpace();
}

/// Whether there is an alias domain of which `others` contains all scopes in `scopes`. `scopes` are the alias scopes of
/// one access, `others` the scopes that another access doesn't alias. If so, the two accesses don't alias.
bool coversScopes(const MDNode *scopes, const MDNode *others) {
  if (!scopes || !others)
    return false;
  const auto domainOf = [](const MDOperand &scope) { return AliasScopeNode(cast<MDNode>(scope)).getDomain(); };
  return any_of(others->operands(), [&](const MDOperand &other) {
    const auto isOfDomain = [&](const MDOperand &scope) { return domainOf(scope) == domainOf(other); };
    return any_of(scopes->operands(), isOfDomain) && all_of(scopes->operands(), [&](const MDOperand &scope) {
             return !isOfDomain(scope) || is_contained(others->operands(), scope);
           });
  });
}

bool areDisjoint(const Instruction &one, const Instruction &other) {
  const auto has = [](const Instruction &access, unsigned kind) { return access.getMetadata(kind); };
  return coversScopes(has(one, LLVMContext::MD_alias_scope), has(other, LLVMContext::MD_noalias)) ||
         coversScopes(has(other, LLVMContext::MD_alias_scope), has(one, LLVMContext::MD_noalias));
}

/// Whether LLVM could merge the two accesses into one vector access.
bool areMergeable(const StridedAccess &one, const StridedAccess &other) {
  const std::optional<int64_t> distance = one.address.distanceFrom(other.address);
  return one.isLoad() == other.isLoad() && one.bytes == other.bytes && distance && *distance != 0 &&
         std::abs(*distance) < SearchLimits::maxRunDistance;
}

} // namespace

bool mustPreserveOrder(const Instruction &instruction, const Instruction &access) {
  if (!isGuaranteedToTransferExecutionToSuccessor(&instruction))
    return true;
  if (isa<LoadInst>(access) ? !instruction.mayWriteToMemory() : !instruction.mayReadOrWriteMemory())
    return false;
  // An atomic or volatile access may order accesses of other work-items to any memory, so nothing is moved past it.
  if (instruction.isAtomic() || instruction.isVolatile())
    return true;
  const std::optional<unsigned> space = accessedAddressSpace(instruction);
  const std::optional<unsigned> accessSpace = accessedAddressSpace(access);
  return (!space || !accessSpace || space == accessSpace) && !areDisjoint(instruction, access);
}

StridedAccess::StridedAccess(Instruction &access, bool assumesNoIndexWrap)
    : instruction(&access), address(*getLoadStorePointerOperand(&access), access.getDataLayout(), assumesNoIndexWrap),
      bytes(static_cast<int64_t>(access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue())) {}

bool StridedAccess::isLoad() const { return isa<LoadInst>(instruction); }

bool mayDepend(const StridedAccess &one, const StridedAccess &other) {
  if (!mustPreserveOrder(*one.instruction, *other.instruction))
    return false;
  const std::optional<int64_t> distance = one.address.distanceFrom(other.address);
  return !distance || (*distance < other.bytes && -*distance < one.bytes);
}

bool haveSameAliasScopes(const Instruction &one, const Instruction &other) {
  return one.getMetadata(LLVMContext::MD_alias_scope) == other.getMetadata(LLVMContext::MD_alias_scope) &&
         one.getMetadata(LLVMContext::MD_noalias) == other.getMetadata(LLVMContext::MD_noalias);
}

SmallVector<const Instruction *> accessesBetweenNeighbours(BasicBlock &block, bool assumesNoIndexWrap) {
  SmallVector<StridedAccess> accesses;
  SmallVector<const Instruction *> between;
  for (Instruction &instruction : block) {
    if (!getLoadStorePointerOperand(&instruction) || instruction.isAtomic() || instruction.isVolatile())
      continue;
    accesses.emplace_back(instruction, assumesNoIndexWrap);
    const StridedAccess &last = accesses.back();
    const auto others = drop_begin(reverse(accesses));
    const auto most = static_cast<ptrdiff_t>(std::min<size_t>(accesses.size() - 1, SearchLimits::interleaveGroup));
    const auto first = find_if(others.begin(), others.begin() + most,
                               [&](const StridedAccess &other) { return areMergeable(last, other); });
    if (first == others.begin() + most)
      continue;
    // LLVM moves merged loads up to the first one, and merged stores down to the last one.
    const StridedAccess &moved = last.isLoad() ? last : *first;
    for (auto access = others.begin(); access != first; ++access)
      if (mayDepend(*access, moved))
        between.push_back(access->instruction);
  }
  return between;
}

} // namespace weft::compiler
