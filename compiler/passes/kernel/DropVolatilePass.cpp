// Makes accesses to volatile private variables ordinary accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/DropVolatilePass.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `user` loads or stores the whole variable, or is a lifetime marker of it.
bool isPlainUse(const AllocaInst &variable, const User &user) {
  if (const auto *load = dyn_cast<LoadInst>(&user))
    return load->getType() == variable.getAllocatedType();
  if (const auto *store = dyn_cast<StoreInst>(&user))
    return store->getPointerOperand() == &variable && store->getValueOperand() != &variable &&
           store->getValueOperand()->getType() == variable.getAllocatedType();
  return isa<LifetimeIntrinsic>(user);
}

bool forget(const AllocaInst &variable) {
  if (!variable.getAllocatedType()->isSingleValueType() || variable.isArrayAllocation() ||
      !all_of(variable.users(), [&](const User *user) { return isPlainUse(variable, *user); }))
    return false;
  bool changed = false;
  for (User *user : const_cast<AllocaInst &>(variable).users()) {
    if (auto *load = dyn_cast<LoadInst>(user); load && load->isVolatile()) {
      load->setVolatile(false);
      changed = true;
    } else if (auto *store = dyn_cast<StoreInst>(user); store && store->isVolatile()) {
      store->setVolatile(false);
      changed = true;
    }
  }
  return changed;
}

} // namespace

PreservedAnalyses DropVolatilePass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (const auto *variable = dyn_cast<AllocaInst>(&instruction))
        changed |= forget(*variable);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
