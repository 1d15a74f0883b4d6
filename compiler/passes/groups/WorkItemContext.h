// Decides where a value that lives across barriers is kept, and reads and writes it there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_WORK_ITEM_CONTEXT_H
#define WEFT_COMPILER_PASSES_GROUPS_WORK_ITEM_CONTEXT_H

#include <array>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"

#include "analysis/BarrierRegions.h"

namespace weft::compiler {

/// The running work-item, inside a region's loops.
struct WorkItemIds {
  std::array<llvm::Value *, 3> localId; ///< i32
  llvm::Value *linearId;                ///< i64
  llvm::Value *mask = nullptr;          ///< of a packet: its lanes that are work-items
  llvm::Value *row = nullptr;           ///< i32, of a packet that keeps to rows (rowsBundle): which of them it is in
};

/// The storage of a kernel's values between regions:
/// - uniform: one variable for the group (an alloca in the entry block, which becomes registers);
/// - recomputed: a short expression of local ids and values of the entry block, made anew in each region;
/// - scratch: an array in WeftGroup::scratch with an element per work-item, shared by values whose lives don't meet;
/// - private: variables in memory whose contents outlive a barrier, an element of scratch per work-item as well.
class WorkItemContext {
public:
  /// Decides for every value and writes the entry block's part: the size of the group and the arrays' addresses.
  WorkItemContext(llvm::Function &kernel, const BarrierRegions &regions);

  bool isUniform(const llvm::Instruction *value) const { return uniform_.contains(value); }
  bool isRecomputed(const llvm::Instruction *value) const { return recomputed_.contains(value); }

  /// The value of `value`, which is not uniform, for the work-item `ids` at the start of a region.
  llvm::Value *restore(llvm::IRBuilder<> &builder, llvm::Instruction *value, const WorkItemIds &ids);
  /// Keeps `current` as the value of `value`, which is neither uniform nor recomputed.
  void save(llvm::IRBuilder<> &builder, llvm::Instruction *value, llvm::Value *current, const WorkItemIds &ids);
  /// Whether two values that are neither uniform nor recomputed are kept in one place.
  bool sharePlace(const llvm::Instruction *a, const llvm::Instruction *b) const {
    return arrays_.lookup(a) && arrays_.lookup(a) == arrays_.lookup(b);
  }

  /// The variable of a uniform value.
  llvm::AllocaInst *uniformVariable(const llvm::Instruction *value) const { return uniform_.lookup(value); }
  llvm::ArrayRef<llvm::AllocaInst *> uniformVariables() const { return uniformVariables_; }

  /// The private variables kept in scratch, and the address of each for a work-item.
  llvm::ArrayRef<llvm::AllocaInst *> privateVariables() const { return privates_; }
  llvm::Value *privateAddress(llvm::IRBuilder<> &builder, llvm::AllocaInst *variable, const WorkItemIds &ids);

  /// The group's size by dimension, as i32: of its flattened ids in kernels that have weft-sub-groups.
  llvm::Value *localSize(unsigned dimension) const { return localSize_[dimension]; }

  /// Of a row, i32: the work-items in packets that are full; all where the kernel isn't on packets.
  llvm::Value *fullPackets() const { return fullPackets_; }

  /// From a work-item's elements in scratch to those of its neighbour in dimension 1: a row has whole packets.
  llvm::Value *rowPitch() const { return rowPitch_; }

  uint64_t scratchBytesPerItem() const { return scratchBytes_; }

private:
  void findPrivateVariables(const BarrierRegions &regions);
  void classifyLiveValues(const BarrierRegions &regions);
  bool isCheap(llvm::Value *value, unsigned &budget) const;
  /// Whether rows have no more than one whole packet and another one, whose lanes' ids of dimension 0 are constants in
  /// the end: so is what divides them.
  bool hasConstantIds() const;
  /// What a work-item has in scratch for a private variable.
  uint64_t privateBytes(const llvm::AllocaInst &variable) const;
  llvm::Value *recompute(llvm::IRBuilder<> &builder, llvm::Value *value, const WorkItemIds &ids);
  void layOutScratch(const BarrierRegions &regions);
  llvm::Type *itemType(llvm::Type *type) const;
  llvm::Align alignmentOf(llvm::Type *stored) const;
  llvm::Value *element(llvm::IRBuilder<> &builder, const llvm::Instruction *value, llvm::Type *type,
                       const WorkItemIds &ids);

  llvm::Function &kernel_;
  llvm::BasicBlock &entry_;
  unsigned packetWidth_;
  std::array<llvm::Value *, 3> localSize_;
  llvm::Value *fullPackets_;
  llvm::Value *rowPitch_;
  llvm::DenseMap<const llvm::Instruction *, llvm::AllocaInst *> uniform_;
  llvm::SmallVector<llvm::AllocaInst *> uniformVariables_;
  llvm::SmallPtrSet<const llvm::Instruction *, 16> recomputed_;
  llvm::SmallVector<llvm::Instruction *> saved_;
  llvm::SmallVector<llvm::AllocaInst *> privates_;
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> arrays_; ///< first element in scratch
  uint64_t scratchBytes_; ///< more than 0 from the start where builtins that work on the group have theirs
};

} // namespace weft::compiler

#endif
