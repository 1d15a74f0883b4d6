// A loop over rows of a region's packets, or over the packets of a row, and what it would be with several at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_ROW_LOOP_H
#define WEFT_COMPILER_PASSES_GROUPS_ROW_LOOP_H

#include <cstdint>
#include <optional>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

#include "codegen/TargetProfile.h"
#include "kernel/LoopMarks.h"
#include "kernel/StridedAddress.h"

namespace weft::compiler {

/// The loop over dimension 1 that work-item-loops writes for a region, or the one over the full packets of dimension 0.
/// A row is what one trip of it runs.
class RowLoop {
public:
  /// `loop`, one of `loops`, is one of these.
  RowLoop(const llvm::Loop &loop, const llvm::LoopInfo &loops);

  /// How many there are; 0 where that isn't known.
  uint64_t rows() const { return rows_; }
  /// Whether separateRest can part the loop, and the kernel tells its rows, or packets, apart: not the rows of a range
  /// of one dimension.
  bool canBeParted() const;
  /// Whether all rows take the same way through the loop, and what differs between them can stand there several times.
  bool isJammable() const;
  /// What is left of the loads of `factor` rows, of all operations if loads alone are saved, and of the operations on
  /// vectors if all that rows have in common is done once, where these rows run at once: as shares of what they are one
  /// after the other.
  struct Sharing {
    double loadsLeft;
    double operationsLeft;
    double vectorsLeft;
  };
  Sharing sharing(unsigned factor, const TargetProfile &profile) const;
  /// Whether one differs between rows that takes many cycles, in which others could begin: a division, a root, a
  /// function.
  bool hasLongOperation() const;
  /// The vector operations that differ between rows in a trip of the shortest loop in which they sum up; nothing where
  /// no loop has a sum of floating-point numbers that does.
  std::optional<unsigned> workOfShortestSum() const;
  /// Whether a branch in it depends on the row's number and constants alone: where that number is known, there is none.
  bool decidesBranches() const;
  /// How many vector registers are in use at a time, at most, if `factor` rows run at once.
  unsigned registersFor(unsigned factor, TargetProfile::Registers registers) const;
  /// Of a row: all of its packets, or all but a last one that isn't full and has code of its own.
  enum class Packets { all, full };
  bool hasLastPacket() const { return behindFull_ != nullptr; }
  /// Instructions that differ between rows.
  size_t size(Packets packets = Packets::all) const;
  /// Of these, those on vectors, and stores: what is there still where the row's number is known, and what its lanes
  /// have in local memory is in registers. A call of a function counts as what it will be.
  size_t vectorOperations() const;
  /// Of private arrays that each row has for itself.
  uint64_t privateBytes() const;

  /// Makes the loop run `factor` rows at once, which must divide their number.
  void jam(unsigned factor);
  /// Leaves the loop, which canBeParted, so many rows that `factor`, a power of two, divides their number.
  /// A copy of it behind it runs those that are left; and of all rows the last packets where only `full` ones are to
  /// run together. Leaves blocks that nothing reaches.
  void separateRest(unsigned factor, Packets together = Packets::all);

private:
  void findLastPacket();
  void leaveOutLastPacket();
  void findVarying();
  bool isVarying(const llvm::Value &value) const;
  bool isControl(const llvm::Instruction &instruction) const;
  bool isOfRowAlone(const llvm::Value &value) const;
  double weightOf(const llvm::BasicBlock &block, TargetProfile::Guesses guesses) const;
  /// In bytes from one row to the next, where that is a constant.
  std::optional<int64_t> strideOf(const StridedAddress &address) const;
  struct Place;
  /// Those that the block's varying loads have in `factor` rows, each once.
  std::vector<Place> placesOf(const llvm::BasicBlock &block, unsigned factor) const;
  using ValueSet = llvm::SmallPtrSet<const llvm::Value *, 16>;
  using VectorsByBlock = llvm::DenseMap<const llvm::BasicBlock *, ValueSet>;
  VectorsByBlock vectorsAtEnds() const;
  /// Loads that give several rows the same: each place's value stays from the first that loads it to the last use.
  struct SharedLoads {
    ValueSet loads;
    llvm::SmallVector<unsigned, 0> registers; ///< that they take at each of the block's instructions
  };
  /// `atEnd`: what is needed behind the block.
  SharedLoads sharedLoads(const llvm::BasicBlock &block, unsigned factor, const ValueSet &atEnd,
                          TargetProfile::Registers registers) const;

  const llvm::Loop &loop_;
  const llvm::LoopInfo &loops_;
  llvm::PHINode *row_;
  llvm::Instruction *next_;      ///< the row of the next trip
  llvm::Instruction *condition_; ///< of the loop's end
  /// From where a row's last packet begins, if that has code of its own: where no packet is full, and behind those that
  /// are. Null otherwise.
  llvm::BranchInst *withoutFull_ = nullptr;
  llvm::BranchInst *behindFull_ = nullptr;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> lastPacket_; ///< its blocks
  uint64_t rows_ = 0;
  uint32_t step_ = 1;                                     ///< what the row's number, an id, grows by
  llvm::SmallSetVector<llvm::Instruction *, 32> varying_; ///< in the order of the program
};

} // namespace weft::compiler

#endif
