// Keeps the code generator's time linear for loops with many memory accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/LargeLoops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"

#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A gate that skips loop strength reduction. LLVM asks the gate before each pass whether to run it, and gives it the
/// pass's descriptive name.
struct WithoutStrengthReduction : OptPassGate {
  bool shouldRunPass(StringRef pass, StringRef) const override { return pass != "Loop Strength Reduction"; }
  bool isEnabled() const override { return true; }
};

bool isLarge(const Loop &loop) {
  size_t accesses = 0;
  for (const BasicBlock *block : loop.blocks())
    accesses += static_cast<size_t>(count_if(*block, [&](const Instruction &instruction) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      return pointer && !loop.isLoopInvariant(pointer);
    }));
  return accesses > CodeSizes::strengthReducedAccesses;
}

bool hasLargeLoop(Function &function) {
  if (function.isDeclaration() || function.getInstructionCount() <= CodeSizes::strengthReducedAccesses)
    return false;
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](const Loop *loop) { return loop->isInnermost() && isLarge(*loop); });
}

} // namespace

SkipLoopStrengthReduction::SkipLoopStrengthReduction(Module &module)
    : module_(module), before_(module.getContext().getOptPassGate()) {
  static WithoutStrengthReduction without;
  if (any_of(module, hasLargeLoop))
    module.getContext().setOptPassGate(without);
}

SkipLoopStrengthReduction::~SkipLoopStrengthReduction() { module_.getContext().setOptPassGate(before_); }

} // namespace weft::compiler
