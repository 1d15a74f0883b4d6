// Defines which instructions are so cheap that a packet may run them even if their results turn out unused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_CHEAP_ARITHMETIC_H
#define WEFT_COMPILER_PASSES_PACKETS_CHEAP_ARITHMETIC_H

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

/// Returns whether `instruction` only computes, in a few cycles: it is no division, calls no function and doesn't
/// access memory.
inline bool isCheapArithmetic(const llvm::Instruction &instruction) {
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return call->doesNotAccessMemory() && llvm::isTriviallyVectorizable(call->getIntrinsicID()) &&
           call->getType()->isIntOrIntVectorTy();
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                   llvm::FreezeInst, llvm::GetElementPtrInst>(instruction) &&
         !instruction.isIntDivRem() && instruction.getOpcode() != llvm::Instruction::FDiv &&
         instruction.getOpcode() != llvm::Instruction::FRem;
}

} // namespace weft::compiler

#endif
