// Computes the greatest total weight of the values that are live at any one point of a kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/RegisterPressure.h"

#include <algorithm>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

using Weigh = function_ref<unsigned(const Value &)>;

/// A set of live values, and their total weight.
class LiveValues {
public:
  void insert(const Value &value, Weigh weigh) {
    if (const unsigned weight = weigh(value); weight != 0 && values_.insert(&value).second)
      weight_ += weight;
  }
  void erase(const Value &value, Weigh weigh) {
    if (values_.erase(&value))
      weight_ -= weigh(value);
  }
  void insertAll(const LiveValues &other, Weigh weigh) {
    for (const Value *value : other.values_)
      insert(*value, weigh);
  }
  size_t weight() const { return weight_; }
  size_t count() const { return values_.size(); }

private:
  SmallPtrSet<const Value *, 32> values_;
  size_t weight_ = 0;
};

/// Traverses `block` backwards. `needed` must hold the values that are live after the block; on return it holds the
/// values that are live before the block. Returns the greatest weight of the live values on the way.
size_t maxPressureInBlock(const BasicBlock &block, LiveValues &needed, Weigh weigh) {
  size_t most = needed.weight();
  for (const Instruction &instruction : reverse(block)) {
    needed.erase(instruction, weigh);
    if (!isa<PHINode>(instruction))
      for (const Value *operand : instruction.operand_values())
        needed.insert(*operand, weigh);
    most = std::max(most, needed.weight());
  }
  return most;
}

} // namespace

size_t maxRegisterPressure(const Function &kernel, Weigh weigh) {
  DenseMap<const BasicBlock *, LiveValues> atStarts;
  size_t most = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock *block : post_order(&kernel)) {
      LiveValues needed;
      for (const BasicBlock *next : successors(block)) {
        needed.insertAll(atStarts[next], weigh);
        for (const PHINode &phi : next->phis())
          needed.insert(*phi.getIncomingValueForBlock(block), weigh);
      }
      most = std::max(most, maxPressureInBlock(*block, needed, weigh));
      LiveValues &known = atStarts[block];
      changed |= known.count() != needed.count();
      known = std::move(needed);
    }
  }
  return most;
}

} // namespace weft::compiler
