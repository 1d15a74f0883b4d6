// Estimates how many cycles a kernel's operations take: the longest chain of dependent operations, and the sum of all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/CriticalPath.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include "codegen/TargetProfile.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isOperation(const Instruction &instruction) {
  return isa<BinaryOperator, UnaryOperator, SelectInst, CallBase>(instruction);
}

/// The latency and the throughput of one operation on a register.
CriticalPath criticalPathOf(const Instruction &instruction, const TargetProfile &profile) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  const unsigned opcode = instruction.getOpcode();
  if (instruction.isIntDivRem() || opcode == Instruction::FDiv || opcode == Instruction::FRem ||
      (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::sqrt))
    return {profile.latencies.division, profile.cycles.division};
  if (isa<CallBase>(instruction) && !intrinsic)
    return {profile.latencies.function, profile.cycles.function};
  return instruction.getType()->isFPOrFPVectorTy()
             ? CriticalPath{profile.latencies.floatOperation, profile.cycles.floatOperation}
             : CriticalPath{profile.latencies.operation, profile.cycles.vectorOperation};
}

/// Visits the operations on `data` in program order, and records at which cycle the result of each is ready.
class Chains {
public:
  Chains(const DenseSet<const Value *> &data, const TargetProfile &profile) : data_(data), profile_(profile) {}

  /// Begins a chain with `value`, which is ready at cycle 0.
  void begin(const Value &value) { readyAt_[&value] = 0; }
  /// Adds `instruction` to the chains of its operands. If no operand is in a chain, `instruction` begins a chain if
  /// `isBeginning`, and is in no chain otherwise.
  void add(const Instruction &instruction, bool isBeginning) {
    if (!data_.contains(&instruction) || !(isOperation(instruction) || isa<PHINode>(instruction)))
      return;
    const CriticalPath own = isa<PHINode>(instruction) ? CriticalPath() : criticalPathOf(instruction, profile_);
    work_ += own.throughput;
    std::optional<double> ready = isBeginning ? std::optional(0.0) : std::nullopt;
    for (const Value *operand : instruction.operand_values())
      if (const std::optional<double> at = readyAt(*operand))
        ready = std::max(ready, at);
    if (ready)
      readyAt_.try_emplace(&instruction, *ready + own.latency);
  }
  std::optional<double> readyAt(const Value &value) const {
    const auto found = readyAt_.find(&value);
    return found == readyAt_.end() ? std::nullopt : std::optional(found->second);
  }
  double longest() const {
    double most = 0;
    for (const auto &[value, ready] : readyAt_)
      most = std::max(most, ready);
    return most;
  }
  double work() const { return work_; }

private:
  const DenseSet<const Value *> &data_;
  const TargetProfile &profile_;
  DenseMap<const Value *, double> readyAt_;
  double work_ = 0;
};

/// The critical path of one iteration of an innermost loop. Only chains that begin with a value from the iteration
/// before count. The CPU runs all other chains while it still works on earlier iterations.
CriticalPath criticalPathOf(const Loop &loop, const DenseSet<const Value *> &data, const TargetProfile &profile) {
  Chains chains(data, profile);
  for (const PHINode &phi : loop.getHeader()->phis())
    chains.begin(phi);
  for (const BasicBlock *block : loop.blocks()) // in reverse post-order
    for (const Instruction &instruction : *block)
      chains.add(instruction, false);
  double longest = 0;
  if (const BasicBlock *latch = loop.getLoopLatch())
    for (const PHINode &phi : loop.getHeader()->phis())
      longest = std::max(longest, chains.readyAt(*phi.getIncomingValueForBlock(latch)).value_or(0));
  return {longest, chains.work()};
}

} // namespace

CriticalPath criticalPathOf(const Function &kernel, const DenseSet<const Value *> &data, const TargetProfile &profile) {
  const DominatorTree dominators(const_cast<Function &>(kernel));
  const LoopInfo loops(dominators);
  CriticalPath all;
  const auto add = [&](CriticalPath once, unsigned depth) {
    const double times = std::pow(profile.guesses.trips, depth);
    all.latency += once.latency * times;
    all.throughput += once.throughput * times;
  };
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      add(criticalPathOf(*loop, data, profile), loop->getLoopDepth());
  for (const BasicBlock &block : kernel) {
    const Loop *loop = loops.getLoopFor(&block);
    if (loop && loop->isInnermost())
      continue;
    Chains chains(data, profile);
    for (const Instruction &instruction : block)
      chains.add(instruction, true);
    add({chains.longest(), chains.work()}, loop ? loop->getLoopDepth() : 0);
  }
  return all;
}

} // namespace weft::compiler
