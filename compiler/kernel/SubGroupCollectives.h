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

/// A function of builtins/cl/SubGroupPrimitives.h, which all take a value of each lane that runs the call. Those that
/// don't run it take no part.
struct SubGroupCollective {
  enum class Kind {
    ballot,          ///< of a condition: the lanes it holds for, a bit each
    broadcast,       ///< the value of one lane, named by the second operand, the same in all
    shuffle,         ///< the value of the lane that the second operand names
    reduce,          ///< all lanes' values
    inclusiveScan,   ///< those of the lanes up to this one
    exclusiveScan,   ///< those of the lanes before this one
    clusteredReduce, ///< those of the lanes in the same cluster; the second operand is its size, a power of two
  };
  enum class Operation { add, mul, min, max, bitAnd, bitOr, bitXor };

  Kind kind;
  Operation operation = Operation::add;
  bool isUnsigned = false; ///< the integers

  /// Whether all lanes of a sub-group get the same.
  bool isUniform() const { return kind == Kind::ballot || kind == Kind::broadcast || kind == Kind::reduce; }
  /// Whether it computes, by `operation`.
  bool isArithmetic() const { return !(kind == Kind::ballot || kind == Kind::broadcast || kind == Kind::shuffle); }

  /// What leaves each value as it is: a scalar of the type's elements, or a vector of it.
  llvm::Constant *identity(llvm::Type *type) const;
  llvm::Value *combine(llvm::IRBuilder<> &builder, llvm::Value *left, llvm::Value *right) const;
};

/// What `function` is, if it is one of these; it may be null.
std::optional<SubGroupCollective> findSubGroupCollective(const llvm::Function *function);

} // namespace weft::compiler

#endif
