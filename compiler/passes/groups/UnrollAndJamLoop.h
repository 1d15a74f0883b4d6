// Analyses a loop over rows of packets, or over the packets of a row, and makes it run several of them at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_UNROLL_AND_JAM_LOOP_H
#define WEFT_COMPILER_PASSES_GROUPS_UNROLL_AND_JAM_LOOP_H

#include <cstdint>
#include <optional>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

#include "analysis/AffineAddress.h"
#include "codegen/TargetProfile.h"
#include "kernel/LoopMarks.h"

namespace weft::compiler {

/// The loop over dimension 1 that work-item-loops writes for a region, or the loop over the full packets of dimension
/// 0. In this class, a row is what one iteration of this loop works on: a row of packets in the first case, a single
/// packet in the second.
class UnrollAndJamLoop {
public:
  /// `loop`, which is one of `loops`, must be a loop of one of these two kinds.
  UnrollAndJamLoop(const llvm::Loop &loop, const llvm::LoopInfo &loops);

  /// The number of rows; 0 if it is unknown.
  uint64_t rows() const { return tripCount_; }
  /// Whether splitRemainder can split the loop, and the loop's code depends on the row's number. (If a kernel doesn't
  /// use ids of dimension 1, all its rows do the same.)
  bool canSplitRemainder() const;
  /// Whether jam() can be applied: all rows take the same path through the loop, and the instructions that differ
  /// between rows may be copied.
  bool isJammable() const;
  /// Compares running `factor` rows at once with running them one after the other. Each ratio is the number of
  /// operations if the rows run at once, divided by the number if they run one after the other. `loadRatio` counts
  /// loads; `operationRatio` counts all operations, and assumes that only loads are saved. `vectorRatio` counts vector
  /// operations, and assumes that every operation with the same result in all rows is executed once.
  struct Sharing {
    double loadRatio;
    double operationRatio;
    double vectorRatio;
  };
  Sharing sharing(unsigned factor, const TargetProfile &profile) const;
  /// Whether the loop has an operation that differs between rows and takes so many cycles that other operations could
  /// begin in the meantime: a division, a square root, or a function call.
  bool hasLongOperation() const;
  /// Considers the inner loops that compute a sum of floating-point vectors, a different sum for each row. Returns how
  /// many vector operations of one iteration differ between rows: the smallest number of all these loops, or nothing if
  /// there are none.
  std::optional<unsigned> workOfShortestReduction() const;
  /// Whether a branch in the loop depends only on the row's number and constants. When the loop is unrolled completely,
  /// the row's number is a constant, and the branch disappears.
  bool controlsBranches() const;
  /// The greatest number of vector registers in use at one time if `factor` rows run at once.
  unsigned registersFor(unsigned factor, TargetProfile::Registers registers) const;
  /// Selects the packets of a row: all of them, or all except a last partial packet that has code of its own.
  enum class Packets { all, full };
  bool hasLastPacket() const { return afterFullBranch_ != nullptr; }
  /// The number of instructions that differ between rows, which jam() would copy for each row.
  size_t size(Packets packets = Packets::all) const;
  /// The number of instructions that differ between rows and operate on vectors or store. Only these are left when the
  /// row's number is a constant and the row's data in local memory has moved to registers. A call of a function counts
  /// as the estimated length of its code.
  size_t vectorOperations() const;
  /// The size in bytes of the private arrays that each row has for itself.
  uint64_t privateBytes() const;

  /// Makes the loop run `factor` rows at once. `factor` must divide the number of rows.
  void jam(unsigned factor);
  /// Splits the loop, for which canSplitRemainder() must hold. The loop then runs only as many rows as are a multiple
  /// of `factor`, which must be a power of two. A copy of the loop, placed after it, runs the remaining rows. If
  /// `together` is Packets::full, the copy also runs the last packet of every row. The function leaves unreachable
  /// blocks behind.
  void splitRemainder(unsigned factor, Packets together = Packets::all);

private:
  void findLastPacket();
  void removeLastPacket();
  void findVarying();
  bool isVarying(const llvm::Value &value) const;
  bool isLoopControl(const llvm::Instruction &instruction) const;
  bool dependsOnlyOnCounter(const llvm::Value &value) const;
  double weightOf(const llvm::BasicBlock &block, TargetProfile::Guesses guesses) const;
  /// The stride in bytes from one row to the next, if it is a constant.
  std::optional<int64_t> strideOf(const AffineAddress &address) const;
  struct LoadAddress;
  /// The distinct addresses from which `factor` rows load in `block`, by loads that differ between rows.
  std::vector<LoadAddress> distinctAddresses(const llvm::BasicBlock &block, unsigned factor) const;
  using ValueSet = llvm::SmallPtrSet<const llvm::Value *, 16>;
  using VectorsByBlock = llvm::DenseMap<const llvm::BasicBlock *, ValueSet>;
  VectorsByBlock liveOutVectors() const;
  /// Loads that read the same address in different rows. The loaded value stays in registers from the first of these
  /// loads to the last use of the value.
  struct SharedLoads {
    ValueSet loads;
    llvm::SmallVector<unsigned, 0> registers; ///< the registers that they take at each of the block's instructions
  };
  /// `atEnd`: the vectors that are needed after the block.
  SharedLoads sharedLoads(const llvm::BasicBlock &block, unsigned factor, const ValueSet &atEnd,
                          TargetProfile::Registers registers) const;

  const llvm::Loop &loop_;
  const llvm::LoopInfo &loops_;
  llvm::PHINode *counter_;
  llvm::Instruction *next_;      ///< the row of the next iteration
  llvm::Instruction *condition_; ///< the loop's exit condition
  /// The branches to a row's last packet, if the last packet has code of its own: one where no packet is full, one
  /// after the full packets. Null otherwise.
  llvm::BranchInst *noFullPacketBranch_ = nullptr;
  llvm::BranchInst *afterFullBranch_ = nullptr;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> lastPacket_; ///< the blocks of the last packet
  uint64_t tripCount_ = 0;
  uint32_t increment_ = 1;                                ///< the increment of counter_, which is an id
  llvm::SmallSetVector<llvm::Instruction *, 32> varying_; ///< what differs between rows
};

} // namespace weft::compiler

#endif
