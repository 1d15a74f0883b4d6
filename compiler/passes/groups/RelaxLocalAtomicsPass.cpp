// Replaces atomic accesses to local memory by ordinary accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/RelaxLocalAtomicsPass.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

#include "builtins/archive/AddressSpaces.h"

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

/// Removes the access groups of all calls of `functions`, of all calls of the functions that contain these calls, and
/// so on. Work-items that update one memory location depend on each other, so the calls are no longer parallel.
void dropParallelism(SetVector<Function *> functions) {
  for (size_t next = 0; next < functions.size(); ++next)
    for (User *user : functions[next]->users())
      if (auto *call = dyn_cast<CallBase>(user)) {
        call->setMetadata(LLVMContext::MD_access_group, nullptr);
        functions.insert(call->getFunction());
      }
}

} // namespace

PreservedAnalyses RelaxLocalAtomicsPass::run(Module &module, ModuleAnalysisManager &) {
  SetVector<Function *> changed;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (relax(instruction))
        changed.insert(&function);
  dropParallelism(changed);
  return !changed.empty() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
