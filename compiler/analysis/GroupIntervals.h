// Computes the least and the greatest value that an integer has over all work-items of a group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_GROUP_INTERVALS_H
#define WEFT_COMPILER_ANALYSIS_GROUP_INTERVALS_H

#include <optional>
#include <utility>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace weft::compiler {

/// Computes bounds of a kernel's integers. The kernel has the form `work-item`: one call of it runs one work-item. The
/// code that computes the bounds is in the kernel's entry block, where only values that the whole group shares are
/// known. Ids go from 0 to the local size - 1, and loop counters from their start to the bound that they are compared
/// with. If code is reached only under a condition, the condition narrows the bounds there. The bounds are code rather
/// than constants, as the launch gives sizes and arguments.
class GroupIntervals {
public:
  /// Inclusive bounds, i64s at the end of the entry block. If `holds` (an i1; null for "always") is true, the value as
  /// a signed number lies between the bounds in every work-item and iteration. A bound that isn't known is null. If no
  /// work-item reaches the value, `high` may be less than `low`.
  struct Range {
    llvm::Value *low = nullptr;
    llvm::Value *high = nullptr;
    llvm::Value *holds = nullptr;
    bool isBounded() const { return low && high; }
  };

  /// `entry` must insert at the end of the kernel's entry block.
  GroupIntervals(llvm::Function &kernel, llvm::IRBuilder<> &entry)
      : kernel_(kernel), entry_(entry), dominators_(kernel) {}

  /// The range that `value`, an integer, has in the block `at`, which may run only under conditions.
  Range of(llvm::Value &value, llvm::BasicBlock &at);

  /// Joins two conditions, i1s or null for "always": whether both hold.
  llvm::Value *both(llvm::Value *first, llvm::Value *second);

private:
  struct Condition {
    llvm::CmpInst *comparison;
    bool holds;
    llvm::BasicBlock *at; ///< the block in which the condition is tested
  };
  using Conditions = llvm::SmallVector<Condition, 4>;

  Range ofValue(llvm::Value &value, llvm::BasicBlock &at);
  llvm::Value *inEntry(llvm::Value &value);
  Range ofLeaf(llvm::Instruction &instruction);
  Range ofCast(llvm::CastInst &cast, llvm::BasicBlock &at);
  Range ofArithmetic(llvm::BinaryOperator &operation, llvm::BasicBlock &at);
  Range ofShift(llvm::BinaryOperator &shift, llvm::BasicBlock &at);
  Range ofRemainder(llvm::BinaryOperator &operation, llvm::BasicBlock &at);
  Range ofQuotient(llvm::BinaryOperator &operation, llvm::BasicBlock &at);
  Range masked(const Range &number, llvm::Value *mask);
  Range ofBits(llvm::BinaryOperator &operation, llvm::BasicBlock &at);
  Range ofCall(llvm::CallInst &call, llvm::BasicBlock &at);
  Range ofSelect(llvm::SelectInst &select, llvm::BasicBlock &at);
  // If the operands of an index computation depend on each other, these functions return closer bounds than `range`.
  // Otherwise they return `range` (GroupIntervalsOfRelatedParts.cpp).
  Range ofRelatedSum(llvm::BinaryOperator &sum, Range range, llvm::BasicBlock &at);
  Range ofRelatedDifference(llvm::BinaryOperator &difference, Range range, llvm::BasicBlock &at);
  Range ofRelatedProduct(llvm::BinaryOperator &product, Range range, llvm::BasicBlock &at);
  Range refinedByStride(llvm::PHINode &counter, Range range);
  llvm::Value *isPowerOfTwo(llvm::Value &value, bool &isKnown);
  llvm::Value *powerAbove(llvm::Value *number);
  Range ofPhi(llvm::PHINode &phi);
  Range ofLoop(llvm::PHINode &phi);
  Range onEdge(llvm::PHINode &phi, unsigned index);

  Range exactly(llvm::Value *number);
  Range exactly(int64_t number) { return exactly(entry_.getInt64(static_cast<uint64_t>(number))); }
  Range upTo(llvm::Value *high);
  Range product(const Range &first, const Range &second);
  Range sum(const Range &first, const Range &second);
  Range difference(const Range &first, const Range &second);
  Range either(const Range &first, const Range &second);
  /// Returns `range` with a further condition in `holds`: both bounds fit into integers of `bits` bits.
  Range fitting(Range range, unsigned bits);
  Range notNegative(Range range);

  Conditions conditionsAt(llvm::BasicBlock &block) const;
  static void add(llvm::Value &condition, bool holds, llvm::BasicBlock &at, Conditions &conditions);
  Range refined(Range range, llvm::Value &value, const Conditions &conditions);
  Range refined(Range range, llvm::CmpInst::Predicate predicate, const Range &other);

  llvm::Value *least(llvm::Value *first, llvm::Value *second);
  llvm::Value *greatest(llvm::Value *first, llvm::Value *second);
  llvm::Value *isAtLeast(llvm::Value *number, int64_t least);
  llvm::Value *isAtMost(llvm::Value *number, int64_t most);

  llvm::Function &kernel_;
  llvm::IRBuilder<> &entry_;
  const llvm::DominatorTree dominators_;
  llvm::DenseMap<std::pair<llvm::Value *, llvm::BasicBlock *>, Range> known_;
  llvm::DenseMap<llvm::PHINode *, Range> loops_;
  /// Loop phis whose ranges are being computed. Until that is done, the range that is noted here is assumed for the
  /// phi.
  llvm::DenseMap<llvm::PHINode *, Range> assumed_;
  unsigned queries_ = 0;
  unsigned depth_ = 0;
};

} // namespace weft::compiler

#endif
