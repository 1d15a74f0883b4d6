// Finds conversions from floating point whose results an address is computed from, and makes them saturate.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/import/TableIndices.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {
namespace {

/// Whether the instruction passes an integer operand on, changed or unchanged.
bool passesOn(const llvm::Instruction &instruction) {
  if (!instruction.getType()->isIntOrIntVectorTy())
    return false;
  return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::PHINode, llvm::FreezeInst,
                   llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::IntrinsicInst>(
      instruction);
}

bool reachesAddress(llvm::Instruction &conversion) {
  llvm::SmallPtrSet<llvm::Instruction *, 16> seen = {&conversion};
  llvm::SmallVector<llvm::Instruction *> open = {&conversion};
  while (!open.empty()) {
    for (llvm::User *user : open.pop_back_val()->users()) {
      auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction && llvm::isa<llvm::GetElementPtrInst, llvm::IntToPtrInst>(instruction))
        return true;
      if (instruction && passesOn(*instruction) && seen.insert(instruction).second)
        open.push_back(instruction);
    }
  }
  return false;
}

} // namespace

void saturateTableIndices(llvm::Module &module) {
  llvm::SmallVector<llvm::Instruction *> found;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction) && reachesAddress(instruction))
        found.push_back(&instruction);
  for (llvm::Instruction *conversion : found) {
    llvm::IRBuilder<> builder(conversion);
    llvm::Value *number = conversion->getOperand(0);
    llvm::Value *saturated = builder.CreateIntrinsic(
        llvm::isa<llvm::FPToSIInst>(conversion) ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
        {conversion->getType(), number->getType()}, {number});
    saturated->takeName(conversion);
    conversion->replaceAllUsesWith(saturated);
    conversion->eraseFromParent();
  }
}

} // namespace weft::compiler
