// Values that are the same for all work-items of a group and can be computed in the entry block.
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

  /// Returns whether `value` is the same for all work-items of a group and can be computed in the entry block, by at
  /// most SearchLimits::groupValue instructions. Returns false if more are needed.
  static bool has(llvm::Value &value);

  /// Returns whether `instruction` may run in the entry block if its operands are available there.
  static bool canHoistToEntry(const llvm::Instruction &instruction);

  /// Leaves variables (allocas), and instructions that can run in the entry block, in the entry block. Moves all other
  /// instructions to a new block after the entry block, and returns the new block.
  llvm::BasicBlock &separate(const llvm::Twine &name);

  /// Returns `value` at the end of the entry block, where `builder` must be. Copies the instructions that compute
  /// `value` if they aren't in the entry block. Requires that separate() has run.
  llvm::Value *make(llvm::Value &value, llvm::IRBuilder<> &builder);

private:
  llvm::BasicBlock &entry_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> made_;
};

} // namespace weft::compiler

#endif
