// Makes ordinary accesses of atomic ones to local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/RelaxLocalAtomicsPass.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool relax(Instruction &instruction) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerAddressSpace() == spirLocal && lowerAtomicRMWInst(update);
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerAddressSpace() == spirLocal && lowerAtomicCmpXchgInst(exchange);
  if (auto *load = dyn_cast<LoadInst>(&instruction);
      load && load->isAtomic() && load->getPointerAddressSpace() == spirLocal) {
    load->setAtomic(AtomicOrdering::NotAtomic);
    return true;
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction);
      store && store->isAtomic() && store->getPointerAddressSpace() == spirLocal) {
    store->setAtomic(AtomicOrdering::NotAtomic);
    return true;
  }
  return false;
}

} // namespace

PreservedAnalyses RelaxLocalAtomicsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      changed |= relax(instruction);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
