// Moves some basic blocks of a long function into a new function, which the long function then calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_BLOCK_OUTLINING_H
#define WEFT_COMPILER_KERNEL_BLOCK_OUTLINING_H

#include <optional>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

namespace llvm {
class BasicBlock;
class Function;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Outlines parts of one function, so that LLVM's passes never work on all of the function at once.
class BlockOutlining {
public:
  explicit BlockOutlining(llvm::Function &function);

  /// Moves `blocks` into a new function, which is never inlined, and returns it. Returns null if the blocks can't be
  /// moved. `blocks` begins with the only block that is entered from outside; the function is named after that block.
  /// If a variable's whole lifetime is in these blocks, the new function gets the variable. All variables stay if the
  /// program compares addresses with the bounds of the kernel's stack frame.
  llvm::Function *outline(llvm::ArrayRef<llvm::BasicBlock *> blocks);

  /// Does the same as `outline`, but the new function gets each variable that only these blocks use. Requires that such
  /// a variable needn't keep its value from one run of the blocks to the next.
  llvm::Function *outlineWithVariables(llvm::ArrayRef<llvm::BasicBlock *> blocks);

private:
  /// The current alias of an argument or of a value of the entry block (shortenUseLists). The next sets of blocks that
  /// are outlined use the alias instead of the value.
  struct Name {
    llvm::Value *value = nullptr; ///< null if the parts use the value itself
    unsigned parts = 0;           ///< the number of parts that use the alias so far
  };

  /// Shortens the use lists of the values that `blocks` take from outside. LLVM's extractor looks at all uses of each
  /// value that it passes to a new function. If all outlined parts of a function need one value, the time would grow
  /// with the square of the number of parts. So only a few parts share an alias of the value, which is a cast that
  /// changes nothing.
  void shortenUseLists(llvm::ArrayRef<llvm::BasicBlock *> blocks);

  llvm::CodeExtractorAnalysisCache cache_;
  bool usesStackBounds_;
  llvm::DenseMap<llvm::Value *, Name> names_;
};

} // namespace weft::compiler

#endif
