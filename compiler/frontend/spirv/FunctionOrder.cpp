// Reorders the blocks of functions by a search that begins at the first block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/FunctionOrder.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include "frontend/spirv/Additions.h"

namespace weft::compiler::spirv {
namespace {

/// Finds the labels to which branches go.
class BranchTargets {
public:
  explicit BranchTargets(const DecodedModule &module) : bound_(module.words[3]) {
    llvm::DenseSet<Id> wide;
    for (const Instruction &instruction : module.instructions) {
      if (instruction.opcode == spv::Op::OpTypeInt && instruction.word(0) > 32)
        wide.insert(instruction.result);
      else if (wide.contains(instruction.type))
        wide_.insert(instruction.result);
    }
  }

  std::vector<Id> of(const Instruction &instruction) const {
    switch (instruction.opcode) {
    case spv::Op::OpBranch:
      return {instruction.word(0)};
    case spv::Op::OpBranchConditional:
      return {instruction.word(1), instruction.word(2)};
    case spv::Op::OpSwitch: {
      std::vector<Id> targets = {instruction.word(1)};
      // A literal has the width of the selector. The decoder doesn't know which of these words are ids.
      const size_t literal = wide_.contains(instruction.word(0)) ? 2 : 1;
      const llvm::ArrayRef<uint32_t> cases = instruction.words(2);
      for (size_t at = literal; at < cases.size(); at += literal + 1)
        if (cases[at] < bound_)
          targets.push_back(cases[at]);
      return targets;
    }
    default:
      return {};
    }
  }

private:
  Id bound_;
  llvm::DenseSet<Id> wide_; ///< values of more than 32 bits
};

/// The instructions of a block, from its label to the last one before the next label.
struct Block {
  llvm::ArrayRef<Instruction> instructions;
  std::vector<uint32_t> successors; ///< the indices of blocks
};

bool isVariable(const Instruction &instruction) {
  return instruction.opcode == spv::Op::OpVariable || instruction.opcode == OpUntypedVariableKHR;
}

/// Whether a variable has no initial value. A variable with an initial value can't move, because the value is stored
/// where the variable stands.
bool beginsWithoutValue(const Instruction &variable) {
  return variable.size() <= (variable.opcode == spv::Op::OpVariable ? 1 : 2);
}

std::vector<Block> blocksOf(llvm::ArrayRef<Instruction> body, const BranchTargets &targets) {
  std::vector<Block> blocks;
  llvm::DenseMap<Id, uint32_t> numbers;
  for (size_t at = 0, next = 0; at < body.size(); at = next) {
    for (next = at + 1; next < body.size() && body[next].opcode != spv::Op::OpLabel;)
      ++next;
    numbers[body[at].result] = static_cast<uint32_t>(blocks.size());
    blocks.push_back({body.slice(at, next - at), {}});
  }
  for (Block &block : blocks)
    for (const Instruction &instruction : block.instructions)
      for (const Id target : targets.of(instruction))
        if (const auto number = numbers.find(target); number != numbers.end())
          block.successors.push_back(number->second);
  return blocks;
}

/// Returns the indices of blocks in search order. The search begins at the first block. Of the blocks that it has seen,
/// it always takes the one that comes first in the module. So each block except the first has a predecessor before it.
/// The chain of these predecessors back to the first block is a path that contains all dominators of the block, so a
/// block's dominators come before it. If each block already has a predecessor before it in the module, the order stays.
/// Unreachable blocks follow at the end.
std::vector<uint32_t> orderOf(const std::vector<Block> &blocks) {
  std::vector<uint32_t> order;
  std::vector<bool> isSeen(blocks.size());
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> seen;
  const auto see = [&](uint32_t number) {
    if (!isSeen[number])
      seen.push(number);
    isSeen[number] = true;
  };
  for (uint32_t first = 0; first < blocks.size(); ++first) {
    see(first);
    while (!seen.empty()) {
      const uint32_t number = seen.top();
      seen.pop();
      order.push_back(number);
      llvm::for_each(blocks[number].successors, see);
    }
  }
  return order;
}

/// Appends a function's blocks to `all`. *Requires* that `body` begins with a label.
void appendInOrder(llvm::ArrayRef<Instruction> body, const BranchTargets &targets, std::vector<Instruction> &all) {
  const std::vector<Block> blocks = blocksOf(body, targets);
  const Instruction *afterFirst = blocks.front().instructions.end();
  const auto isMoved = [&](const Instruction &one) {
    return isVariable(one) && (&one < afterFirst || beginsWithoutValue(one));
  };
  all.push_back(body.front());
  llvm::copy_if(body, std::back_inserter(all), isMoved);
  for (const uint32_t number : orderOf(blocks)) {
    const llvm::ArrayRef<Instruction> rest = blocks[number].instructions.drop_front(number == 0 ? 1 : 0);
    llvm::copy_if(rest, std::back_inserter(all), std::not_fn(isMoved));
  }
}

} // namespace

void orderFunctions(DecodedModule &module) {
  const BranchTargets targets(module);
  std::vector<Instruction> all;
  all.reserve(module.instructions.size());
  bool isInFunction = false;
  for (size_t at = 0; at < module.instructions.size(); ++at) {
    const Instruction &instruction = module.instructions[at];
    isInFunction |= instruction.opcode == spv::Op::OpFunction;
    if (!isInFunction || instruction.opcode != spv::Op::OpLabel) {
      all.push_back(instruction);
      continue;
    }
    const auto begin = module.instructions.begin() + static_cast<ptrdiff_t>(at);
    const auto end = std::find_if(begin, module.instructions.end(), [](const Instruction &one) {
      return one.opcode == spv::Op::OpFunctionEnd || one.opcode == spv::Op::OpFunction;
    });
    appendInOrder({&*begin, static_cast<size_t>(end - begin)}, targets, all);
    at += static_cast<size_t>(end - begin) - 1;
    isInFunction = false;
  }
  module.instructions = std::move(all);
}

} // namespace weft::compiler::spirv
