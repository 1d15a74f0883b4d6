// Replaces a load from one of two addresses by a branch to two loads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/SpeculateSelectsPass.h"

#include <array>
#include <optional>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include "analysis/PacketShapes.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A load whose address is computed from a select of two addresses.
struct SelectedLoad {
  LoadInst *load;
  SmallVector<GetElementPtrInst *, 4> steps; ///< from the load's address back to the select
  SelectInst *selected;
};

std::optional<SelectedLoad> findSelectedLoad(Instruction &instruction) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  if (!load || !load->isSimple())
    return std::nullopt;
  SelectedLoad found{load, {}, nullptr};
  Value *pointer = load->getPointerOperand();
  while (auto *step = dyn_cast<GetElementPtrInst>(pointer)) {
    if (found.steps.size() == SearchLimits::index)
      return std::nullopt;
    found.steps.push_back(step);
    pointer = step->getPointerOperand();
  }
  found.selected = dyn_cast<SelectInst>(pointer);
  return found.selected ? std::optional(std::move(found)) : std::nullopt;
}

/// Returns whether the lanes' addresses have a constant stride, whichever of the two addresses is selected.
bool areAddressesStrided(const SelectedLoad &found, const PacketShapes &shapes) {
  return shapes.strideOf(*found.selected->getTrueValue()) && shapes.strideOf(*found.selected->getFalseValue()) &&
         all_of(found.steps, [&](const GetElementPtrInst *step) {
           return all_of(step->indices(), [&](const Use &index) { return shapes.strideOf(*index).has_value(); });
         });
}

Instruction *loadFrom(Value *pointer, const SelectedLoad &found, Instruction *before) {
  for (GetElementPtrInst *step : reverse(found.steps)) {
    Instruction *copy = step->clone();
    copy->setOperand(0, pointer);
    copy->insertBefore(before->getIterator());
    pointer = copy;
  }
  Instruction *copy = found.load->clone();
  copy->setOperand(0, pointer);
  copy->insertBefore(before->getIterator());
  return copy;
}

void split(const SelectedLoad &found) {
  Instruction *first = nullptr, *second = nullptr;
  SplitBlockAndInsertIfThenElse(found.selected->getCondition(), found.load->getIterator(), &first, &second);
  Instruction *ofFirst = loadFrom(found.selected->getTrueValue(), found, first);
  Instruction *ofSecond = loadFrom(found.selected->getFalseValue(), found, second);
  PHINode *either = IRBuilder<>(found.load).CreatePHI(found.load->getType(), 2);
  either->addIncoming(ofFirst, first->getParent());
  either->addIncoming(ofSecond, second->getParent());
  either->takeName(found.load);
  found.load->replaceAllUsesWith(either);
  RecursivelyDeleteTriviallyDeadInstructions(found.load);
}

} // namespace

PreservedAnalyses SpeculateSelectsPass::run(Function &kernel, FunctionAnalysisManager &) {
  SmallVector<SelectedLoad> loads;
  for (Instruction &instruction : instructions(kernel))
    if (std::optional<SelectedLoad> found = findSelectedLoad(instruction))
      loads.push_back(std::move(*found));
  if (loads.empty())
    return PreservedAnalyses::all();
  const PacketShapes shapes(kernel, scheduleOf(kernel).width.value_or(0));
  erase_if(loads, [&](const SelectedLoad &found) {
    const uint64_t bytes = kernel.getDataLayout().getTypeStoreSize(found.load->getType()->getScalarType());
    return smallestMasked_ == 0 || bytes < smallestMasked_ || shapes.isUniform(*found.selected->getCondition()) ||
           !areAddressesStrided(found, shapes);
  });
  for (const SelectedLoad &found : loads)
    split(found);
  return loads.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
