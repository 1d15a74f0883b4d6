// Finds how a kernel divides its ids into rows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_ROW_DIVISIONS_H
#define WEFT_COMPILER_PASSES_PACKETS_ROW_DIVISIONS_H

#include <optional>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class BinaryOperator;
class Function;
class ICmpInst;
class PHINode;
class Value;
} // namespace llvm

namespace weft::compiler {

/// A loop that goes on while a number is below a limit. Nothing that it makes is used behind it.
struct CountingLoop {
  llvm::PHINode *number;
  llvm::ICmpInst *goesOn; ///< number < limit, as signed numbers or as such without sign
  llvm::BasicBlock *latch;
  llvm::BasicBlock *exit;
  llvm::Value *step;  ///< a GroupValue
  llvm::Value *limit; ///< a GroupValue
};

/// A number that grows by one from each work-item to the next of dimension 0.
struct LinearId {
  llvm::Value *value; ///< in its loop's first trip
  llvm::Value *base;  ///< the first work-item's: a GroupValue, of 32 or 64 bits
  std::optional<CountingLoop> loop;
};

/// Those of a kernel whose ids are lowered.
std::vector<LinearId> findLinearIds(llvm::Function &kernel);

/// The divisions of one of them by what a group has in common, and those of what is left then.
class RowDivisions {
public:
  struct Division {
    llvm::BinaryOperator *operation; ///< of the number, of what an earlier one leaves, or of either, extended
    llvm::Value *divisor;            ///< a GroupValue
    bool givesRemainder() const;
  };

  /// Rows of `shortest` or more.
  RowDivisions(const LinearId &number, unsigned shortest);

  const LinearId &number() const { return number_; }
  llvm::ArrayRef<Division> found() const { return found_; }
  /// The rows' length: a divisor that the others seem to be multiples of. Null where nothing is found.
  llvm::Value *length() const { return length_; }

private:
  LinearId number_;
  llvm::Value *length_ = nullptr;
  llvm::SmallVector<Division, 4> found_;
};

} // namespace weft::compiler

#endif
