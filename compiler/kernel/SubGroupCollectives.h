// Recognises, by their names, the primitive functions that OpenCL C's builtins for sub-groups call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_SUB_GROUP_COLLECTIVES_H
#define WEFT_COMPILER_KERNEL_SUB_GROUP_COLLECTIVES_H

#include <optional>

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// A function of builtins/cl/SubGroupPrimitives.h. The function takes a value from each lane that runs the call; other
/// lanes take no part.
struct SubGroupCollective {
  enum class Kind {
    ballot,          ///< a bit for each lane: whether a condition holds there
    broadcast,       ///< the value of one lane, which the second operand names and which is the same for all lanes
    shuffle,         ///< the value of the lane that the second operand names
    reduce,          ///< combines all lanes' values
    inclusiveScan,   ///< combines the values of the lanes up to this one
    exclusiveScan,   ///< combines the values of the lanes before this one
    clusteredReduce, ///< combines the values of the lanes in the same cluster; the second operand is its size, a power
                     ///< of two
  };
  enum class Operation { add, mul, min, max, bitAnd, bitOr, bitXor };

  Kind kind;
  Operation operation = Operation::add;
  bool isUnsigned = false; ///< whether the integers are unsigned

  /// Whether all lanes of a sub-group get the same result.
  bool isUniform() const { return kind == Kind::ballot || kind == Kind::broadcast || kind == Kind::reduce; }
  /// Whether the collective combines values by `operation`.
  bool isArithmetic() const { return !(kind == Kind::ballot || kind == Kind::broadcast || kind == Kind::shuffle); }

  /// Returns the operation's identity element: combined with it, each value stays as it is. `type` is a scalar type or
  /// a vector of that type.
  llvm::Constant *identity(llvm::Type *type) const;
  llvm::Value *combine(llvm::IRBuilder<> &builder, llvm::Value *left, llvm::Value *right) const;
};

/// Returns the collective that `function` computes; nothing for any other function. `function` may be null.
std::optional<SubGroupCollective> findSubGroupCollective(const llvm::Function *function);

} // namespace weft::compiler

#endif
