// Decides where a value that lives across barriers is stored, and reads and writes it there.
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
  llvm::Value *mask = nullptr;          ///< for a packet: the lanes that are work-items
  llvm::Value *row = nullptr;           ///< i32, for a packet that lies in one row (rowsBundle): the row's index
};

/// The storage of a kernel's values that live across barriers, from one region to the next:
/// - uniform: one variable for the group (an alloca in the entry block, which becomes registers);
/// - recomputed: a short expression of local ids and values of the entry block, computed again in each region;
/// - scratch: an array in WeftGroup::scratch with an element per work-item; values with disjoint lifetimes share it;
/// - private: variables in memory whose contents outlive a barrier, also with an element of scratch per work-item.
class WorkItemContext {
public:
  /// Chooses the storage of every value, and writes the code of the entry block: the size of the group and the
  /// addresses of the arrays.
  WorkItemContext(llvm::Function &kernel, const BarrierRegions &regions);

  bool isUniform(const llvm::Instruction *value) const { return uniform_.contains(value); }
  bool isRecomputed(const llvm::Instruction *value) const { return recomputed_.contains(value); }

  /// Returns the value that the work-item `ids` has for `value` at the start of a region: loads or recomputes it.
  /// `value` must not be uniform.
  llvm::Value *restore(llvm::IRBuilder<> &builder, llvm::Instruction *value, const WorkItemIds &ids);
  /// Stores `current` as the value of `value`, which is neither uniform nor recomputed.
  void save(llvm::IRBuilder<> &builder, llvm::Instruction *value, llvm::Value *current, const WorkItemIds &ids);
  /// Whether two values that are neither uniform nor recomputed share a slot in scratch.
  bool shareScratchSlot(const llvm::Instruction *a, const llvm::Instruction *b) const {
    return arrays_.lookup(a) && arrays_.lookup(a) == arrays_.lookup(b);
  }

  /// The variable that holds a uniform value.
  llvm::AllocaInst *uniformVariable(const llvm::Instruction *value) const { return uniform_.lookup(value); }
  llvm::ArrayRef<llvm::AllocaInst *> uniformVariables() const { return uniformVariables_; }

  /// The private variables that are stored in scratch, and the address of each variable for a work-item.
  llvm::ArrayRef<llvm::AllocaInst *> privateVariables() const { return privates_; }
  llvm::Value *privateAddress(llvm::IRBuilder<> &builder, llvm::AllocaInst *variable, const WorkItemIds &ids);

  /// The group's size in each dimension, as i32. In kernels with weft-flat-ids, dimension 0 has all the group's
  /// work-items, and the other sizes are 1.
  llvm::Value *localSize(unsigned dimension) const { return localSize_[dimension]; }

  /// The number of work-items of a row that are in full packets, as i32; all work-items of the row if the kernel isn't
  /// on packets.
  llvm::Value *fullPackets() const { return fullPackets_; }

  /// The distance in elements from a work-item's elements in scratch to the elements of its neighbour in dimension 1.
  /// It is the length of a row, rounded up to whole packets.
  llvm::Value *rowPitch() const { return rowPitch_; }

  uint64_t scratchBytesPerItem() const { return scratchBytes_; }

private:
  void findPrivateVariables(const BarrierRegions &regions);
  void classifyLiveValues(const BarrierRegions &regions);
  bool isCheap(llvm::Value *value, unsigned &budget) const;
  /// Whether rows have at most two packets. In that case LLVM's optimisation turns the lanes' ids of dimension 0, and
  /// divisions of these ids, into constants.
  bool hasConstantIds() const;
  /// The size in bytes of a private variable in scratch for one work-item.
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
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> arrays_; ///< the address of the first element in scratch
  uint64_t scratchBytes_; ///< above 0 at the start if builtins for whole groups use scratch
};

} // namespace weft::compiler

#endif
