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
/// loop. Step and limit are group values: they are the same for all work-items of a group and can be computed in the
/// entry block (GroupValues::has).
struct CountingLoop {
  llvm::PHINode *number;
  llvm::ICmpInst *exitComparison; ///< number < limit, signed or unsigned
  llvm::BasicBlock *latch;
  llvm::BasicBlock *exit;
  llvm::Value *step;  ///< added to the counter in each iteration
  llvm::Value *limit; ///< the loop continues while the counter is less
};

/// An integer that grows by one from each work-item to the next along dimension 0. It is a local id, perhaps plus a
/// value that is the same for the group. If a loop's counter starts with it, `value` is this counter.
struct LinearId {
  llvm::Value *value; ///< the integer; if there is a loop, it grows by one only in the first iteration
  llvm::Value *base;  ///< the integer of the first work-item: a group value of 32 or 64 bits
  std::optional<CountingLoop> loop;
};

/// Returns the linear ids of a kernel whose ids are lowered to weft.local.id.N.
std::vector<LinearId> findLinearIds(llvm::Function &kernel);

/// The divisions of a linear id by values that are the same for all work-items of a group (GroupValues), and the
/// divisions of their remainders.
class LinearIdDivisions {
public:
  struct Division {
    llvm::BinaryOperator *operation; ///< divides the id, or an earlier remainder, or an extension of these
    llvm::Value *divisor;            ///< a group value
    bool isRemainder() const;
  };

  /// Finds the divisions of `number`. A constant that is less than `shortest` doesn't become the length of a row
  /// (length()).
  LinearIdDivisions(const LinearId &number, unsigned shortest);

  const LinearId &number() const { return linearId_; }
  llvm::ArrayRef<Division> found() const { return found_; }
  /// The number of work-items of a row. All divisors of found() seem to be multiples of it, which a test at run time
  /// must confirm. Null if no division is found.
  llvm::Value *length() const { return length_; }

private:
  LinearId linearId_;
  llvm::Value *length_ = nullptr;
  llvm::SmallVector<Division, 4> found_;
};

} // namespace weft::compiler

#endif
