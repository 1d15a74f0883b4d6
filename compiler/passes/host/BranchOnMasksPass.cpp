// Makes plain accesses of masked ones where all lanes run, for CPUs that are slow at masks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/BranchOnMasksPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "codegen/CompileBudget.h"
#include "passes/host/MaskedAccess.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The mask's test, behind the mask.
Value *askForAll(Value &mask, BasicBlock &entry) {
  auto *made = dyn_cast<Instruction>(&mask);
  const auto place = made ? made->getInsertionPointAfterDef() : entry.getFirstNonPHIOrDbgOrAlloca();
  if (!place)
    return nullptr;
  IRBuilder<> builder((*place)->getParent(), *place);
  return builder.CreateAndReduce(&mask);
}

void branch(const MaskedAccess &access, Value &all) {
  IntrinsicInst &call = access.call;
  Instruction *plain = nullptr, *masked = nullptr;
  SplitBlockAndInsertIfThenElse(&all, call.getIterator(), &plain, &masked,
                                MDBuilder(call.getContext()).createLikelyBranchWeights());
  BasicBlock *tail = call.getParent();
  call.moveBefore(masked->getIterator());
  IRBuilder<> builder(plain);
  if (!access.isLoad()) {
    access.copyMetadataTo(*builder.CreateAlignedStore(call.getArgOperand(0), access.address(), access.alignment()));
    return;
  }
  LoadInst *load = builder.CreateAlignedLoad(access.type(), access.address(), access.alignment());
  access.copyMetadataTo(*load);
  builder.SetInsertPoint(tail, tail->begin());
  PHINode *both = builder.CreatePHI(access.type(), 2, "lanes");
  call.replaceAllUsesWith(both);
  both->addIncoming(load, plain->getParent());
  both->addIncoming(&call, masked->getParent());
}

/// One store for each run of lanes, of a length that is a power of two.
bool storeRuns(const MaskedAccess &access) {
  const auto runs = runsOf(*access.mask());
  if (!runs)
    return false;
  IRBuilder<> builder(&access.call);
  for (LaneRun run : *runs)
    while (run.count != 0) {
      const LaneRun part{run.first, bit_floor(run.count)};
      const auto [place, alignment] = placeOfRun(builder, access, part);
      Value *values = extractRun(builder, access.call.getArgOperand(0), part);
      access.copyMetadataTo(*builder.CreateAlignedStore(values, place, alignment));
      run = {run.first + part.count, run.count - part.count};
    }
  access.call.eraseFromParent();
  return true;
}

bool change(Function &function, TargetProfile::Legal legal, size_t &left) {
  SmallVector<MaskedAccess> slow;
  for (Instruction &instruction : instructions(function))
    if (const auto access = MaskedAccess::of(instruction); access && access->isSlow(legal))
      slow.push_back(*access);
  DenseMap<Value *, Value *> tests;
  bool changed = false;
  for (const MaskedAccess &access : slow) {
    if (left == 0)
      break;
    if (isa<Constant>(access.mask())) {
      if (access.isLoad() || !storeRuns(access))
        continue;
    } else {
      Value *&all = tests[access.mask()];
      if (!all)
        all = askForAll(*access.mask(), function.getEntryBlock());
      if (!all)
        continue;
      branch(access, *all);
    }
    --left;
    changed = true;
  }
  return changed;
}

} // namespace

PreservedAnalyses BranchOnMasksPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  size_t left = CodeSizes::branchesOnMasks;
  for (Function &function : module)
    changed |= change(function, legal_, left);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
