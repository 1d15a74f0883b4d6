// Decides how a kernel on packets (vectors of work-items) executes each of its loads and stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recipes/AccessPlans.h"

#include <array>

#include "analysis/Accesses.h"
#include "analysis/InstructionKinds.h"
#include "analysis/PacketShapes.h"
#include "builtins/archive/AddressSpaces.h"

using namespace llvm;

namespace weft::compiler {

AccessPlans::AccessPlans(Function &kernel, const PacketShapes &shapes, unsigned width, const TargetProfile &profile)
    : shapes_(shapes), width_(width), profile_(profile), singleActiveLane_(kernel, shapes, width),
      laneOffsets_(shapes, kernel.getDataLayout(), width) {
  constexpr std::array groupRecipes = {
#define WEFT_MEMORY_RECIPE(kind, plan)
#define WEFT_GROUP_RECIPE(kind, plan) plan,
#include "recipes/MemoryRecipes.def"
  };
  for (BasicBlock &block : kernel)
    for (Instruction &instruction : block) {
      // An access that is in the group of an earlier access already has a recipe, and keeps it.
      if (!lacksPlan(instruction))
        continue;
      add(planAlone(instruction));
      for (const auto plan : groupRecipes)
        if (const MemoryRecipePtr group = plan(*this, instruction)) {
          add(group);
          break;
        }
    }
}

void AccessPlans::add(const MemoryRecipePtr &recipe) {
  for (const Instruction *instruction : recipe->instructions)
    recipes_[instruction] = recipe;
}

MemoryRecipePtr AccessPlans::planAlone(Instruction &access) {
  constexpr std::array recipes = {
#define WEFT_MEMORY_RECIPE(kind, plan) plan,
#define WEFT_GROUP_RECIPE(kind, plan)
#include "recipes/MemoryRecipes.def"
  };
  for (const auto plan : recipes)
    if (MemoryRecipePtr recipe = plan(*this, access))
      return recipe;
  llvm_unreachable("a gather or scatter executes any access");
}

bool AccessPlans::lacksPlan(const Instruction &access) const {
  const auto differs = [&](const Use &use) { return !shapes_.isUniform(*use); };
  return isa<LoadInst, StoreInst>(access) && !access.isAtomic() && !access.isVolatile() && !find(access) &&
         (!shapes_.isUniform(access) || any_of(access.operands(), differs));
}

std::optional<int64_t> AccessPlans::strideOf(const Instruction &access) const {
  return shapes_.strideOf(*getLoadStorePointerOperand(&access));
}

std::optional<int64_t> AccessPlans::pitchOf(const Instruction &access) const {
  const std::optional<int64_t> stride = strideOf(access);
  const TypeSize size = access.getDataLayout().getTypeAllocSize(accessedType(access)->getScalarType());
  const auto bytes = static_cast<int64_t>(size.getFixedValue());
  return stride && isDense(access) && *stride % bytes == 0 ? std::optional(*stride / bytes) : std::nullopt;
}

bool AccessPlans::isDense(const Instruction &access) const {
  const DataLayout &layout = access.getDataLayout();
  Type *element = accessedType(access)->getScalarType();
  return layout.typeSizeEqualsStoreSize(element) &&
         layout.getTypeStoreSize(element) == layout.getTypeAllocSize(element);
}

WidenedValues::Loads AccessPlans::loadsToRepeat(const Instruction &update) const {
  WidenedValues::Loads loads;
  const auto *place = isa<StoreInst>(update) ? getPointerOperand(&update) : update.getOperand(0);
  const unsigned to = place->getType()->getPointerAddressSpace();
  if (to != spirLocal && to != spirPrivate)
    return loads;
  for (const Instruction &before : make_range(std::next(update.getReverseIterator()), update.getParent()->rend())) {
    if (before.mayWriteToMemory() && !isPrefetch(before))
      break;
    const auto *load = dyn_cast<LoadInst>(&before);
    if (load && load->isSimple() && !load->getType()->isVectorTy() && !shapes_.isUniform(*load) &&
        (load->getPointerAddressSpace() == spirGlobal || load->getPointerAddressSpace() == spirConstant) &&
        of(*load).kind == AccessKind::contiguous)
      loads.insert(load);
  }
  return loads;
}

} // namespace weft::compiler
