// Finds the divisions by which a kernel computes rows and columns from a linear id.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_LINEAR_ID_DIVISIONS_H
#define WEFT_COMPILER_PASSES_PACKETS_LINEAR_ID_DIVISIONS_H

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

/// A loop that continues while its counter `number` is below a limit. No value that the loop computes is used after the
/// loop.
struct CountingLoop {
  llvm::PHINode *number;
  llvm::ICmpInst *exitComparison; ///< number < limit, signed or unsigned
  llvm::BasicBlock *latch;
  llvm::BasicBlock *exit;
  llvm::Value *step;  ///< a GroupValue
  llvm::Value *limit; ///< a GroupValue
};

/// An integer that grows by one from each work-item to the next along dimension 0.
struct LinearId {
  llvm::Value *value; ///< if there is a loop: its counter, which is a linear id in the first iteration only
  llvm::Value *base;  ///< the value of the first work-item: a GroupValue of 32 or 64 bits
  std::optional<CountingLoop> loop;
};

/// Returns the linear ids of a kernel whose ids are lowered.
std::vector<LinearId> findLinearIds(llvm::Function &kernel);

/// The divisions of a linear id by values that are the same for all work-items of a group (GroupValues), and the
/// divisions of their remainders.
class LinearIdDivisions {
public:
  struct Division {
    llvm::BinaryOperator *operation; ///< divides the id, or an earlier remainder, or an extension of these
    llvm::Value *divisor;            ///< a GroupValue
    bool isRemainder() const;
  };

  /// Finds divisions into rows of `shortest` or more work-items.
  LinearIdDivisions(const LinearId &number, unsigned shortest);

  const LinearId &number() const { return linearId_; }
  llvm::ArrayRef<Division> found() const { return found_; }
  /// The length of the rows: a divisor of which the other divisors seem to be multiples. Null if no division is found.
  llvm::Value *length() const { return length_; }

private:
  LinearId linearId_;
  llvm::Value *length_ = nullptr;
  llvm::SmallVector<Division, 4> found_;
};

} // namespace weft::compiler

#endif
