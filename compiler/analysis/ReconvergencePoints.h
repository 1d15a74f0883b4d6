// Where the ways behind a branch join again, and what lies before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_JOIN_POINTS_H
#define WEFT_COMPILER_ANALYSIS_JOIN_POINTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace weft::compiler {

/// A function's post-dominators, without the ways that end where it is undefined what happens: LLVM's tree lets the
/// ways behind a switch whose default is unreachable join nowhere, so that who goes from a branch to where its ways
/// join walks to the function's end once for each switch. Made and asked in time about linear in the function's length.
/// Valid as long as no block or branch changes.
class ReconvergencePoints {
public:
  explicit ReconvergencePoints(llvm::Function &function);

  /// The next block that every way from `block` to the function's end passes, or null if that is the end.
  llvm::BasicBlock *behind(const llvm::BasicBlock &block) const;

  /// All blocks, each behind the one that `behind` names for it.
  llvm::ArrayRef<llvm::BasicBlock *> fromTheEnd() const { return llvm::ArrayRef(blocks_).drop_front(); }

  /// The blocks that are on a way from one of the `branches` to where its ways join, around loops as well.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> before(llvm::ArrayRef<const llvm::BasicBlock *> branches) const;

private:
  void findEndless(llvm::Function &function);
  void number(llvm::Function &function);
  void numberBackwards(llvm::BasicBlock &last);
  void add(llvm::BasicBlock &block, unsigned parent);
  bool counts(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  void findJoins();
  unsigned numberOf(const llvm::BasicBlock *block) const { return numbers_.lookup(block); }

  /// Blocks from which every way comes to where it is undefined what happens.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> endless_;
  /// In the order of a search from the end, which is number 0; joins_ names the number behind each.
  llvm::SmallVector<llvm::BasicBlock *> blocks_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers_;
  llvm::SmallVector<unsigned> parents_, joins_;
};

} // namespace weft::compiler

#endif
