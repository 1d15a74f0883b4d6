// What a group has in common and can compute before anything else.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_GROUP_VALUES_H
#define WEFT_COMPILER_PASSES_PACKETS_GROUP_VALUES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The values of a kernel that are the same for all of a group and may be made in its entry block, wherever they are
/// made and asked for.
class GroupValues {
public:
  explicit GroupValues(llvm::BasicBlock &entry) : entry_(entry) {}

  /// Whether `value` is one, made of no more than WalkLimits::groupValue instructions.
  static bool has(llvm::Value &value);

  /// Whether `instruction` may run first if what it takes is there.
  static bool canRunFirst(const llvm::Instruction &instruction);

  /// Leaves what can run first in the entry block, and variables; all else moves to a block behind it, which is given.
  llvm::BasicBlock &separate(const llvm::Twine &name);

  /// `value`, where `builder` is at the end of the entry block, which has been separated.
  llvm::Value *make(llvm::Value &value, llvm::IRBuilder<> &builder);

private:
  llvm::BasicBlock &entry_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> made_;
};

} // namespace weft::compiler

#endif
