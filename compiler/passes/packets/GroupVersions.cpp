// Clones parts of a kernel into a version for groups that pass a test at run time, such as a bounds check.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/GroupVersions.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

SmallVector<AllocaInst *> variablesOf(Function &kernel) {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(kernel))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      variables.push_back(variable);
  return variables;
}

} // namespace

Blocks reachableFrom(BasicBlock &first) {
  Blocks blocks;
  for (BasicBlock *block : depth_first(&first))
    blocks.insert(block);
  return blocks;
}

void markCold(BasicBlock &block) {
  createBarrier(block);
  for (BasicBlock *behind : reachableFrom(block))
    for (Instruction &instruction : *behind)
      if (isBarrier(instruction))
        cast<CallInst>(instruction).addFnAttr(Attribute::get(block.getContext(), coldAttribute));
}

Blocks findColdBlocks(Function &kernel) {
  Blocks blocks;
  for (Instruction &instruction : instructions(kernel))
    if (isBarrier(instruction) && cast<CallInst>(instruction).hasFnAttr(coldAttribute))
      blocks.insert_range(reachableFrom(*instruction.getParent()));
  return blocks;
}

size_t instructionCountOf(const Blocks &blocks) {
  size_t length = 0;
  for (const BasicBlock *block : blocks)
    length += block->size();
  return length;
}

bool canCloneAllocas(Function &kernel, const Blocks &blocks) {
  const SmallVector<AllocaInst *> variables = variablesOf(kernel);
  return variables.empty() ||
         (none_of(blocks, [](const BasicBlock *block) { return hasBarrier(*block); }) &&
          all_of(variables, [&](const AllocaInst *variable) {
            return all_of(variable->users(), [&](const User *user) {
              return blocks.contains(const_cast<BasicBlock *>(cast<Instruction>(user)->getParent()));
            });
          }));
}

BasicBlock &cloneForGroups(Function &kernel, const Blocks &blocks, BasicBlock &before, BasicBlock &first,
                           const Twine &suffix, ValueToValueMapTy &copies) {
  BasicBlock *begin = BasicBlock::Create(kernel.getContext(), suffix + ".groups", &kernel);
  SmallVector<std::pair<const Value *, Value *>> given;
  for (const auto &[value, copy] : copies)
    given.emplace_back(value, copy);
  SmallVector<BasicBlock *, 16> copied;
  for (BasicBlock *block : blocks) {
    copied.push_back(CloneBasicBlock(block, copies, "." + suffix, &kernel));
    copies[block] = copied.back();
  }
  for (const auto &[value, copy] : given)
    copies[value] = copy;
  for (BasicBlock *block : blocks)
    for (PHINode &phi : cast<BasicBlock>(copies[block])->phis())
      phi.removeIncomingValueIf([&](unsigned i) {
        BasicBlock *from = phi.getIncomingBlock(i);
        return !blocks.contains(from) && (block != &first || from != &before);
      });
  copies[&before] = begin;
  for (AllocaInst *variable : variablesOf(kernel))
    if (!blocks.contains(variable->getParent())) {
      Instruction *copy = variable->clone();
      copy->setName(variable->getName() + "." + suffix);
      copy->insertAfter(variable->getIterator());
      copies[variable] = copy;
    }
  remapInstructionsInBlocks(copied, copies);
  IRBuilder<>(begin).CreateBr(cast<BasicBlock>(copies[&first]));
  return *begin;
}

} // namespace weft::compiler
