// Runs LLVM's InstCombine so that its time is linear in a function's length, even if a variable has very many uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/CombineInstructionsPass.h"

#include <memory>

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// While an object of this class exists, another pointer replaces the variable in all uses but lifetime markers. LLVM
/// doesn't know where that pointer points, because it is the result of empty inline assembly whose operand is the
/// variable's address.
class HiddenVariable {
public:
  explicit HiddenVariable(AllocaInst &variable) : variable_(&variable) {
    auto *type = FunctionType::get(variable.getType(), {variable.getType()}, /*isVarArg=*/false);
    auto *nothing = InlineAsm::get(type, "", "=r,0", /*hasSideEffects=*/false);
    auto *pointer = CallInst::Create(type, nothing, {&variable}, "", std::next(variable.getIterator()));
    variable.replaceUsesWithIf(
        pointer, [&](const Use &use) { return use.getUser() != pointer && !isa<LifetimeIntrinsic>(use.getUser()); });
    pointer_ = pointer;
  }
  ~HiddenVariable() {
    auto *pointer = cast_or_null<Instruction>(static_cast<Value *>(pointer_));
    if (!pointer) // InstCombine has erased it, as it had no more uses
      return;
    pointer->replaceAllUsesWith(variable_);
    pointer->eraseFromParent();
  }
  HiddenVariable(const HiddenVariable &) = delete;
  HiddenVariable &operator=(const HiddenVariable &) = delete;

private:
  AllocaInst *variable_;
  WeakVH pointer_;
};

} // namespace

PreservedAnalyses CombineInstructionsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && variable->hasNUsesOrMore(mostUses_ + 1))
      variables.push_back(variable);
  SmallVector<std::unique_ptr<HiddenVariable>> hidden;
  for (AllocaInst *variable : variables)
    hidden.push_back(std::make_unique<HiddenVariable>(*variable));
  return InstCombinePass().run(function, analyses);
}

} // namespace weft::compiler
