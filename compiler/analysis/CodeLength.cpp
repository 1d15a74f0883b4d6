// Measures how much code a function has. Passes whose compile time depends on it are chosen by these measures.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/CodeLength.h"

#include <algorithm>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "analysis/ReconvergencePoints.h"
#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

size_t elementCount(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

size_t registersOf(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector)
    return 1;
  const size_t bits = vector->getElementType()->isPointerTy() ? 64 : vector->getScalarSizeInBits();
  return divideCeil(vector->getNumElements() * bits, CodeSizes::vectorBitsPerInstruction);
}

template <typename Measure> size_t most(const Instruction &instruction, Measure measure) {
  size_t length = measure(instruction.getType());
  for (unsigned number = 0; number < instruction.getNumOperands(); ++number)
    length = std::max(length, measure(instruction.getOperand(number)->getType()));
  return length;
}

/// The number of loads and stores that a copy or fill (memcpy, memset) becomes if its length is known; 1 if it becomes
/// a call.
size_t movesOf(const Instruction &instruction) {
  const auto *memory = dyn_cast<MemIntrinsic>(&instruction);
  const auto *length = memory ? dyn_cast<ConstantInt>(memory->getLength()) : nullptr;
  const uint64_t bytes = length ? length->getLimitedValue() : 0;
  if (bytes > CodeSizes::maxInlineCopyBytes)
    return 1;
  const size_t moves = divideCeil(bytes, CodeSizes::bytesPerMove);
  return std::max<size_t>(1, isa<MemTransferInst>(instruction) ? 2 * moves : moves);
}

template <typename Measure> size_t lengthBy(const Function &function, Measure measure) {
  size_t length = 0;
  for (const Instruction &instruction : instructions(function))
    if (!isa<DbgInfoIntrinsic, LifetimeIntrinsic>(instruction))
      length += std::max(most(instruction, measure), movesOf(instruction));
  return length;
}

} // namespace

size_t codeLength(const Function &function) { return lengthBy(function, registersOf); }

size_t codeLength(const Module &module) {
  size_t length = 0;
  for (const Function &function : module)
    length += codeLength(function);
  return length;
}

size_t scalarisedLength(const Function &function) { return lengthBy(function, elementCount); }

size_t branchDepth(Function &function) {
  const DominatorTree dominators(function);
  const ReconvergencePoints joins(function);
  DenseMap<const BasicBlock *, size_t> depths;
  size_t deepest = 0;
  for (const DomTreeNode *node : depth_first(dominators.getRootNode())) {
    const DomTreeNode *above = node->getIDom();
    if (!above)
      continue;
    const BasicBlock *block = node->getBlock();
    const bool joined = joins.reconvergencePointOf(*above->getBlock()) == block;
    const size_t depth = depths.lookup(above->getBlock()) + (joined ? 0 : 1);
    depths[block] = depth;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

} // namespace weft::compiler
