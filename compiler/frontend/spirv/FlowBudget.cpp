// Traverses calls and control flow as the validator does, and counts the steps against the limits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <optional>
#include <vector>

#include "llvm/ADT/DenseMap.h"

#include "frontend/spirv/ModuleBudget.h"

namespace weft::compiler::spirv {
namespace {

using Limits = ModuleLimits;

/// A graph, with the indices of each node's successors.
using Graph = std::vector<std::vector<uint32_t>>;

/// The call graph of a module.
struct Calls {
  Graph all;                          ///< one edge for each call
  Graph callees;                      ///< one edge for each pair of caller and callee
  std::vector<uint64_t> instructions; ///< the instruction count of each function
  std::vector<uint64_t> kernels;      ///< for each function, the number of its entry points
};

Calls callsOf(const DecodedModule &module) {
  llvm::DenseMap<Id, uint32_t> numbers;
  for (const Instruction &instruction : module.instructions)
    if (instruction.opcode == spv::Op::OpFunction)
      numbers.try_emplace(instruction.result, static_cast<uint32_t>(numbers.size()));
  const size_t count = numbers.size();
  Calls calls = {Graph(count), {}, std::vector<uint64_t>(count), std::vector<uint64_t>(count)};
  std::optional<uint32_t> caller;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.opcode == spv::Op::OpFunction)
      caller = numbers.lookup(instruction.result);
    const bool namesFunction =
        instruction.opcode == spv::Op::OpFunctionCall || instruction.opcode == spv::Op::OpEntryPoint;
    const size_t name = instruction.opcode == spv::Op::OpEntryPoint ? 1 : 0;
    const auto named = namesFunction ? numbers.find(instruction.word(name)) : numbers.end();
    if (caller)
      ++calls.instructions[*caller];
    if (caller && named != numbers.end())
      calls.all[*caller].push_back(named->second);
    else if (named != numbers.end())
      ++calls.kernels[named->second];
  }
  calls.callees = calls.all;
  for (std::vector<uint32_t> &called : calls.callees) {
    std::ranges::sort(called);
    called.erase(std::ranges::unique(called).begin(), called.end());
  }
  return calls;
}

/// Traverses the nodes that are reachable from `first` depth-first. Calls `enter` for each edge with the number of
/// nodes on the path to it. Calls `leave` for each node after all its successors are done.
template <typename Enter, typename Leave>
void walk(const Graph &graph, uint32_t first, std::vector<bool> &seen, Enter enter, Leave leave) {
  struct Step {
    uint32_t node;
    size_t next = 0;
  };
  std::vector<Step> way;
  if (seen[first])
    return;
  seen[first] = true;
  way.push_back({first});
  while (!way.empty()) {
    Step &step = way.back();
    if (step.next == graph[step.node].size()) {
      leave(step.node);
      way.pop_back();
      continue;
    }
    const uint32_t to = graph[step.node][step.next++];
    enter(way.size());
    if (!seen[to]) {
      seen[to] = true;
      way.push_back({to});
    }
  }
}

/// Returns the limit on nested calls that the module exceeds, or null. The search visits each function once, so it also
/// ends if functions call each other in a cycle. A later check reports the cycle as an error.
const ModuleLimit *checkNesting(const Calls &calls) {
  std::vector<uint64_t> levels(calls.all.size()), expanded(calls.all.size());
  std::vector<bool> seen(calls.all.size());
  uint64_t mostLevels = 0, mostExpanded = 0;
  const auto leave = [&](uint32_t function) {
    for (const uint32_t called : calls.all[function]) {
      levels[function] = std::max(levels[function], levels[called]);
      expanded[function] = std::min(expanded[function] + 1 + expanded[called], Limits::expandedCalls.most + 1);
    }
    mostLevels = std::max(mostLevels, ++levels[function]);
    mostExpanded = std::max(mostExpanded, expanded[function]);
  };
  for (uint32_t function = 0; function < calls.all.size(); ++function)
    walk(calls.callees, function, seen, [](size_t) {}, leave);
  if (mostLevels > Limits::callLevels.most)
    return &Limits::callLevels;
  return mostExpanded > Limits::expandedCalls.most ? &Limits::expandedCalls : nullptr;
}

/// Returns the limit on reachable functions and instructions that the module exceeds, or null.
const ModuleLimit *checkReach(const Calls &calls) {
  std::vector<uint32_t> seenFrom(calls.callees.size(), UINT32_MAX);
  std::vector<uint32_t> left;
  uint64_t functions = 0, instructions = 0;
  for (uint32_t function = 0; function < calls.callees.size(); ++function) {
    left.assign(1, function);
    seenFrom[function] = function;
    while (!left.empty()) {
      const uint32_t caller = left.back();
      left.pop_back();
      functions += 1 + calls.callees[caller].size();
      instructions += calls.kernels[function] * calls.instructions[caller];
      if (functions > Limits::reachedFunctions.most)
        return &Limits::reachedFunctions;
      if (instructions > Limits::reachedInstructions.most)
        return &Limits::reachedInstructions;
      for (const uint32_t called : calls.callees[caller])
        if (seenFrom[called] != function) {
          seenFrom[called] = function;
          left.push_back(called);
        }
    }
  }
  return nullptr;
}

/// The control flow of one function: the blocks that labels define or branches name.
class Flow {
public:
  explicit Flow(Id bound) : bound_(bound) {}

  void read(const Instruction &instruction) {
    switch (instruction.opcode) {
    case spv::Op::OpLabel:
      current_ = numberOf(instruction.result);
      break;
    case spv::Op::OpBranch:
      branchTo(instruction.word(0));
      break;
    case spv::Op::OpBranchConditional:
      branchTo(instruction.word(1));
      branchTo(instruction.word(2));
      break;
    case spv::Op::OpSwitch:
      branchTo(instruction.word(1));
      // These words are the cases' values and the ids of their blocks. Without the selector's type it isn't known which
      // are which, so each word counts as the id of a block. This may add edges to the graph, but loses none.
      for (const uint32_t word : instruction.words(2))
        branchTo(word);
      break;
    default:
      break;
    }
  }

  /// Returns the sum, over all edges, of the numbers of blocks on the search's path to the edge. The blocks are
  /// searched along the branches and against them, and both searches count.
  uint64_t steps() {
    uint64_t steps = 0;
    for (const Graph *graph : {&after_, &before_}) {
      std::vector<bool> seen(graph->size());
      for (uint32_t block = 0; block < graph->size(); ++block)
        walk(*graph, block, seen, [&](size_t length) { steps += length; }, [](uint32_t) {});
    }
    return steps;
  }

private:
  uint32_t numberOf(Id label) {
    const uint32_t number = numbers_.try_emplace(label, static_cast<uint32_t>(numbers_.size())).first->second;
    after_.resize(numbers_.size());
    before_.resize(numbers_.size());
    return number;
  }
  void branchTo(Id label) {
    if (numbers_.empty() || label >= bound_) // a branch before any block, or a value instead of an id
      return;
    const uint32_t to = numberOf(label);
    after_[current_].push_back(to);
    before_[to].push_back(current_);
  }

  Id bound_;
  llvm::DenseMap<Id, uint32_t> numbers_;
  uint32_t current_ = 0;
  Graph after_, before_;
};

} // namespace

llvm::Error checkCalls(const DecodedModule &module) {
  const Calls calls = callsOf(module);
  const ModuleLimit *limit = checkNesting(calls);
  limit = limit ? limit : checkReach(calls);
  return limit ? beyond(*limit) : llvm::Error::success();
}

llvm::Error checkFlow(const DecodedModule &module) {
  uint64_t steps = 0;
  const Id bound = module.words[3];
  Flow flow(bound);
  for (const Instruction &instruction : module.instructions) {
    flow.read(instruction);
    if (instruction.opcode != spv::Op::OpFunctionEnd)
      continue;
    steps += flow.steps();
    flow = Flow(bound);
    if (steps > Limits::flowSteps.most)
      return beyond(Limits::flowSteps);
  }
  return llvm::Error::success();
}

} // namespace weft::compiler::spirv
