// Values that a group has in common and can compute before anything else.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_GROUP_VALUES_H
#define WEFT_COMPILER_PASSES_PACKETS_GROUP_VALUES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The values of a kernel that are the same for all work-items of a group and may be computed in the entry block,
/// wherever the kernel computes and uses them.
class GroupValues {
public:
  explicit GroupValues(llvm::BasicBlock &entry) : entry_(entry) {}

  /// Returns whether `value` is such a value, made of at most SearchLimits::groupValue instructions.
  static bool has(llvm::Value &value);

  /// Returns whether `instruction` may run first if its operands are available.
  static bool canHoistToEntry(const llvm::Instruction &instruction);

  /// Leaves variables, and instructions that can run first, in the entry block. Moves all other instructions to a new
  /// block after the entry block, and returns the new block.
  llvm::BasicBlock &separate(const llvm::Twine &name);

  /// Returns `value` at the end of the entry block, where `builder` must be. Requires that separate() has run.
  llvm::Value *make(llvm::Value &value, llvm::IRBuilder<> &builder);

private:
  llvm::BasicBlock &entry_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> made_;
};

} // namespace weft::compiler

#endif
