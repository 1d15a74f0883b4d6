// Finds stores of undefined values, which show that a pass has an error.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/StoredValues.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A store: its value, its address, and the mask of the stored elements.
struct Stored {
  const Value *value = nullptr, *place = nullptr;
  const Value *mask = nullptr; ///< null if all elements are stored
};

Stored storedBy(const Instruction &instruction) {
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return {store->getValueOperand(), store->getPointerOperand()};
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call || call->arg_size() < 3)
    return {};
  const Stored stored{call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2)};
  if (call->getIntrinsicID() == Intrinsic::masked_store)
    return stored;
  if (call->getIntrinsicID() != Intrinsic::masked_scatter)
    return {};
  // Where a scatter without a mask is faster, the inactive lanes store to a variable that nothing reads.
  const auto *choice = dyn_cast<SelectInst>(stored.place);
  const Value *elsewhere = choice ? getSplatValue(choice->getFalseValue()) : nullptr;
  if (elsewhere && isa<AllocaInst>(getUnderlyingObject(elsewhere)))
    return {stored.value, choice->getTrueValue(), choice->getCondition()};
  return stored;
}

bool isUndefined(const Value &value, unsigned element) {
  if (const auto *constant = dyn_cast<Constant>(&value))
    return isa_and_nonnull<UndefValue>(constant->getAggregateElement(element));
  const auto *shuffle = dyn_cast<ShuffleVectorInst>(&value);
  return shuffle && shuffle->getMaskValue(element) == PoisonMaskElem;
}

bool isStored(const Value *mask, unsigned element) {
  const auto *constant = dyn_cast_or_null<Constant>(mask);
  const Constant *lane = constant ? constant->getAggregateElement(element) : nullptr;
  return !mask || (lane && lane->isOneValue());
}

bool isUndefined(const Stored &stored, bool hasRegions) {
  if (isa<UndefValue>(stored.value) && (hasRegions || !stored.mask))
    return !hasRegions;
  const auto *vector = dyn_cast<FixedVectorType>(stored.value->getType());
  for (unsigned element = 0; vector && element < vector->getNumElements(); ++element)
    if (isStored(stored.mask, element) && isUndefined(*stored.value, element))
      return true;
  return false;
}

/// Whether an address is in the group's scratch. Stores to scratch aren't examined. Regions (the code between barriers)
/// save values there which the taken path hasn't computed, and undefined elements that are overwritten before they are
/// read. In a module for the host, the group's local memory can't be distinguished from scratch.
bool isScratch(const Value &place, bool isForHost) {
  if (!isForHost)
    return place.getType()->getPointerAddressSpace() == spirPrivate;
  const Value *object = getUnderlyingObject(&place);
  if (const auto *load = dyn_cast<LoadInst>(object))
    object = getUnderlyingObject(load->getPointerOperand());
  const auto *parameter = dyn_cast<Argument>(object);
  // Functions that were made from regions get addresses in scratch as arguments.
  auto *function = parameter ? const_cast<Function *>(parameter->getParent()) : nullptr;
  return function && (!function->hasFnAttribute(kernelAttribute) || parameter == groupParameter(*function));
}

} // namespace

const Instruction *findUndefinedStore(const Module &module, bool hasRegions) {
  const bool isForHost = module.getTargetTriple().getArch() != Triple::spir64;
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (const Stored stored = storedBy(instruction); stored.value && isUndefined(stored, hasRegions)) {
        const bool isScatter = stored.place->getType()->isVectorTy();
        if (isScatter || (!isScratch(*stored.place, isForHost) && !isa<AllocaInst>(getUnderlyingObject(stored.place))))
          return &instruction;
      }
  return nullptr;
}

} // namespace weft::compiler
