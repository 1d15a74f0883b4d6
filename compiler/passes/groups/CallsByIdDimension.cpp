// Counts the calls of mathematical functions in a kernel by the ids that their arguments depend on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/CallsByIdDimension.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include "kernel/KernelAttributes.h"
#include "kernel/MathFunctions.h"
#include "passes/groups/WorkItemContext.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// What a value depends on: a combination of these bits. `column` are local ids of dimension 0, `row` the other local
/// ids.
enum Dependence : unsigned { none = 0, column = 1, row = 2, unknown = 4 };

class Dependences {
public:
  explicit Dependences(const WorkItemContext &context) : context_(context) {}

  unsigned ofOperands(const User &user) const {
    return ofOperands(user, [this](const Instruction &operand) { return of(operand); });
  }

  void add(const Instruction &instruction) {
    known_[&instruction] = find(instruction, [this](const Instruction &operand) { return of(operand); });
  }

private:
  using OfOperand = function_ref<unsigned(const Instruction &)>;

  unsigned ofOperands(const User &user, OfOperand ofOperand) const {
    unsigned all = none;
    for (const Value *operand : user.operands()) {
      const auto *instruction = dyn_cast<Instruction>(operand);
      if (instruction && !instruction->getParent()->isEntryBlock() && !context_.isUniform(instruction))
        all |= ofOperand(*instruction);
    }
    return all;
  }

  unsigned find(const Instruction &instruction, OfOperand ofOperand) const {
    if (const auto *call = dyn_cast<CallBase>(&instruction)) {
      const int dimension = localIdDimension(call->getCalledFunction());
      if (dimension >= 0)
        return dimension == 0 ? column : row;
      if (!isa<IntrinsicInst>(call) && !isMathFunction(*call))
        return unknown;
    }
    if (isa<PHINode, AllocaInst>(instruction) || instruction.mayReadOrWriteMemory())
      return unknown;
    return ofOperands(instruction, ofOperand);
  }

  unsigned of(const Instruction &instruction) const {
    const auto known = known_.find(&instruction);
    if (known != known_.end())
      return known->second;
    return context_.isRecomputed(&instruction) ? ofRecomputed(instruction) : unknown;
  }

  /// The dependences of a short expression that the region computes anew, found from all instructions of the
  /// expression.
  unsigned ofRecomputed(const Instruction &instruction) const {
    return find(instruction, [this](const Instruction &operand) { return ofRecomputed(operand); });
  }

  const WorkItemContext &context_;
  DenseMap<const Instruction *, unsigned> known_;
};

} // namespace

CallsByIdDimension countCallsByIdDimension(ArrayRef<BasicBlock *> blocks, const WorkItemContext &context) {
  Dependences dependences(context);
  CallsByIdDimension count;
  for (const BasicBlock *block : blocks)
    for (const Instruction &instruction : *block) {
      dependences.add(instruction);
      const auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || call->mayReadOrWriteMemory() || !isMathFunction(*call))
        continue;
      const unsigned operands = dependences.ofOperands(*call);
      count.onColumnIds += operands == column ? 1 : 0;
      count.onRowIds += operands == row ? 1 : 0;
    }
  return count;
}

} // namespace weft::compiler
