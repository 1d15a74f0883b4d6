// Finds where the paths from a branch join again, and which blocks those paths contain.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_RECONVERGENCE_POINTS_H
#define WEFT_COMPILER_ANALYSIS_RECONVERGENCE_POINTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace weft::compiler {

/// A function's post-dominators, without the paths that end in undefined behaviour. In LLVM's tree of post-dominators,
/// the paths from a switch whose default is unreachable join nowhere. A search from each switch of this kind to the
/// point where its paths join would then go to the function's end, and take too long. Construction and queries take
/// time about linear in the function's length. Valid as long as no block or branch changes.
class ReconvergencePoints {
public:
  explicit ReconvergencePoints(llvm::Function &function);

  /// The next block that is on every path from `block` to the function's end; null if there is no block before the end.
  llvm::BasicBlock *reconvergencePointOf(const llvm::BasicBlock &block) const;

  /// All blocks, each after the block that `reconvergencePointOf` returns for it.
  llvm::ArrayRef<llvm::BasicBlock *> inTreeOrder() const { return llvm::ArrayRef(blocks_).drop_front(); }

  /// The blocks on a path from one of the `branches` to the point where the branch's paths join, including blocks on
  /// paths around loops.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16>
  influenceRegion(llvm::ArrayRef<const llvm::BasicBlock *> branches) const;

private:
  void findDeadEnds(llvm::Function &function);
  void number(llvm::Function &function);
  void numberBackwards(llvm::BasicBlock &last);
  void add(llvm::BasicBlock &block, unsigned parent);
  bool counts(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  void findJoins();
  unsigned numberOf(const llvm::BasicBlock *block) const { return numbers_.lookup(block); }

  /// Blocks from which every path ends in undefined behaviour.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> deadEnds_;
  /// The blocks in the order of a search backwards from the function's end, which is number 0. For each number, joins_
  /// has the number of the block that `reconvergencePointOf` returns.
  llvm::SmallVector<llvm::BasicBlock *> blocks_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers_;
  llvm::SmallVector<unsigned> parents_, joins_;
};

} // namespace weft::compiler

#endif
