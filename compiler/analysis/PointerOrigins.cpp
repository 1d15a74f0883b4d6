// Finds the kernel arguments that a pointer may be computed from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/PointerOrigins.h"

#include <algorithm>
#include <limits>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether `instruction` computes a pointer from other pointers, and does nothing else.
bool handsOn(const Instruction &instruction) {
  return instruction.getType()->isPtrOrPtrVectorTy() &&
         isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst, PHINode, SelectInst, FreezeInst, ExtractElementInst,
             InsertElementInst, ShuffleVectorInst>(instruction);
}

} // namespace

PointerOrigins::PointerOrigins(const Function &kernel) {
  SmallVector<const Instruction *> open;
  for (const BasicBlock &block : kernel)
    for (const Instruction &instruction : block)
      if (handsOn(instruction)) {
        origins_.try_emplace(&instruction);
        open.push_back(&instruction);
      }
  // The loop ends because a pointer's origins only increase in number, and do so only a few times. A pointer that is
  // carried around a loop has no origin until one comes from outside the loop.
  std::ranges::reverse(open);
  while (!open.empty()) {
    const Instruction *instruction = open.pop_back_val();
    const Origin origin = computed(*instruction);
    Origin &known = origins_[instruction];
    if (known == origin)
      continue;
    known = origin;
    for (const User *user : instruction->users())
      if (const auto *follower = dyn_cast<Instruction>(user); follower && origins_.contains(follower))
        open.push_back(follower);
  }
}

uint64_t PointerOrigins::argumentsOf(const Value &pointer) const {
  const Origin origin = originOf(pointer);
  return origin.others ? 0 : origin.arguments;
}

PointerOrigins::Origin PointerOrigins::originOf(const Value &pointer) const {
  // An access through an undefined or null pointer is undefined behaviour, so the pointer has no origin.
  if (isa<UndefValue, ConstantPointerNull, ConstantAggregateZero>(pointer))
    return {};
  if (const auto known = origins_.find(&pointer); known != origins_.end())
    return known->second;
  const auto *load = dyn_cast<LoadInst>(&pointer);
  const MDNode *buffer = load ? load->getMetadata(bufferMetadata) : nullptr;
  const auto *number = buffer ? mdconst::dyn_extract<ConstantInt>(buffer->getOperand(0)) : nullptr;
  if (!number || number->getZExtValue() >= std::numeric_limits<uint64_t>::digits)
    return {.others = true};
  return {.arguments = uint64_t{1} << number->getZExtValue()};
}

PointerOrigins::Origin PointerOrigins::computed(const Instruction &instruction) const {
  Origin origin;
  for (const Use &operand : instruction.operands())
    if (operand->getType()->isPtrOrPtrVectorTy()) {
      const Origin part = originOf(*operand);
      origin.arguments |= part.arguments;
      origin.others |= part.others;
    }
  return origin;
}

} // namespace weft::compiler
