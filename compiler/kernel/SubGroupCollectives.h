// The functions that builtins for sub-groups are made of: what each computes, by its name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_SUB_GROUP_COLLECTIVES_H
#define WEFT_COMPILER_KERNEL_SUB_GROUP_COLLECTIVES_H

#include <optional>

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// A function of builtins/cl/SubGroupPrimitives.h. Each takes a value from each lane that runs the call; other lanes
/// take no part.
struct SubGroupCollective {
  enum class Kind {
    ballot,          ///< the lanes for which a condition holds, as a bit each
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
  /// Whether it combines values by `operation`.
  bool isArithmetic() const { return !(kind == Kind::ballot || kind == Kind::broadcast || kind == Kind::shuffle); }

  /// The operation's identity, which leaves each value as it is. `type` is a scalar type or a vector of it.
  llvm::Constant *identity(llvm::Type *type) const;
  llvm::Value *combine(llvm::IRBuilder<> &builder, llvm::Value *left, llvm::Value *right) const;
};

/// The collective that `function` computes, if it is one of these. `function` may be null.
std::optional<SubGroupCollective> findSubGroupCollective(const llvm::Function *function);

} // namespace weft::compiler

#endif
