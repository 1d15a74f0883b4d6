// Replaces a load by a value in a register if the work-item has loaded or stored the same element before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/ForwardElements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include "analysis/MemoryDependence.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/LaneSpacing.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// An element whose value is in a register, and the access that loaded or stored this value.
struct KnownElement {
  StridedAccess access;
  Value *value;
};

class ElementForwarding {
public:
  explicit ElementForwarding(Function &kernel)
      : layout_(kernel.getDataLayout()), assumesNoIndexWrap_(!kernel.hasFnAttribute(wideIndicesAttribute)) {}

  bool forward(BasicBlock &block) {
    known_.clear();
    bool changed = false;
    for (Instruction &instruction : make_early_inc_range(block)) {
      if (!isPlainAccess(instruction, layout_)) {
        forgetWhatChanges(instruction);
        continue;
      }
      const StridedAccess access(instruction, assumesNoIndexWrap_);
      if (!access.isLoad()) {
        erase_if(known_, [&](const KnownElement &known) { return mayDepend(access, known.access); });
        add(access, cast<StoreInst>(instruction).getValueOperand());
      } else if (Value *value = valueOf(access)) {
        instruction.replaceAllUsesWith(value);
        instruction.eraseFromParent();
        changed = true;
      } else {
        add(access, &instruction);
      }
    }
    return changed;
  }

private:
  void forgetWhatChanges(const Instruction &instruction) {
    if (instruction.mayWriteToMemory())
      erase_if(known_,
               [&](const KnownElement &known) { return mustPreserveOrder(instruction, *known.access.instruction); });
  }

  Value *valueOf(const StridedAccess &load) const {
    const auto *found = find_if(known_, [&](const KnownElement &known) {
      return known.value->getType() == load.instruction->getType() &&
             load.address.distanceFrom(known.access.address) == 0;
    });
    return found == known_.end() ? nullptr : found->value;
  }

  void add(const StridedAccess &access, Value *value) {
    if (known_.size() == SearchLimits::forwardedRunElements)
      known_.erase(known_.begin());
    known_.push_back({access, value});
  }

  const DataLayout &layout_;
  const bool assumesNoIndexWrap_;
  SmallVector<KnownElement, 16> known_; ///< in program order
};

} // namespace

bool forwardElements(Function &kernel) {
  ElementForwarding elements(kernel);
  return count_if(kernel, [&](BasicBlock &block) { return elements.forward(block); }) != 0;
}

} // namespace weft::compiler
