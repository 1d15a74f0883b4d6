// The loads and stores of a packet: one access for all lanes if their elements are contiguous.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_PACKET_MEMORY_H
#define WEFT_COMPILER_RECIPES_PACKET_MEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include "recipes/AccessPlans.h"
#include "recipes/PacketInterleaveGroup.h"
#include "recipes/PacketOffsets.h"
#include "recipes/PacketPermutedGroup.h"
#include "recipes/PacketTransposedAccess.h"
#include "recipes/WidenedValues.h"

namespace weft::compiler {

class PacketShapes;
class PacketWindow;

/// The active lanes of a block. If no lane is active, the block isn't run, except for some short blocks
/// (PacketControlFlow).
struct ActiveLanes {
  llvm::Value *mask = nullptr;
  bool includeLaneZero = false; ///< whether lane 0 is known to be active
};

/// Generates the code of loads and stores in the way that AccessPlans has chosen for each access:
/// - All lanes access the same address: one access.
/// - The lanes' elements are contiguous, forward or in reverse: one masked access of a vector.
/// - The elements are a few elements apart: vectors and shuffles (PacketInterleaveGroup).
/// - The elements have the same order in every packet: vectors and shuffles (PacketPermutedGroup).
/// - The elements may be contiguous, or near each other, which a comparison at run time finds out: code for each case.
/// - A load, one operation and a store of one address: these three as scalars for each lane
///   (AccessKind::scalarReadModifyWrite).
/// Vectors of OpenCL C, and vectors that coalesce-accesses has made, are loaded and stored whole and transposed in
/// registers.
class PacketMemory {
public:
  PacketMemory(const WidenedValues &values, const PacketShapes &shapes, const AccessPlans &plans)
      : values_(values), shapes_(shapes), plans_(plans), offsets_(values, shapes), interleaveGroup_(values),
        permutedGroup_(values), transposedAccess_(values) {}

  /// Returns the lanes of the value of `load`, which loads a scalar. May split the block before `load`.
  llvm::Value *load(llvm::LoadInst &load, ActiveLanes running);
  /// Returns the lanes of each element of the vector that `load` loads. May split the block before `load`.
  PacketElements loadVector(llvm::LoadInst &load, ActiveLanes running);
  using Loads = WidenedValues::Loads;
  /// Returns loads before `update`, which is an atomic update or a store. A packet carries these loads out as vector
  /// accesses. If all lanes run, the code of one lane may repeat them as scalar loads. It then gets the same values,
  /// and needn't wait until its elements are extracted from the vectors.
  Loads loadsToRepeat(const llvm::Instruction &update) const;
  /// Inserts code that stores the value of `store` for each lane. The instruction `store` itself stays. May split the
  /// block before `store`.
  void store(llvm::StoreInst &store, ActiveLanes running);

private:
  /// Returns the address at which the vector of an access to contiguous elements begins.
  llvm::Value *vectorAddress(llvm::IRBuilder<> &builder, const llvm::Instruction &access, ActiveLanes running) const;
  /// Returns the strided `value` of lane 0. If lane 0 doesn't run, this is the value that continues the stride of the
  /// active lanes.
  llvm::Value *laneZeroValue(llvm::IRBuilder<> &builder, llvm::Value *value, ActiveLanes running) const;
  /// Returns for each lane whether its element lies where contiguous elements would place it, as seen from the element
  /// of `lane`, an active lane.
  llvm::Value *areContiguousWith(llvm::IRBuilder<> &builder, const AccessPlan &plan, llvm::Type *type,
                                 llvm::Value *lane) const;
  /// Generates a branch. If the active lanes' elements are contiguous, the branch goes to the code of `together`, which
  /// gets the address of lane 0. Otherwise, it goes to the code of `apart`.
  llvm::Value *branchOnContiguity(llvm::Instruction &access, ActiveLanes running,
                                  llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::Value *)> together,
                                  llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> apart) const;
  /// Generates a branch. If all lanes run, and their elements fit into a PacketWindow (twice the length of a packet),
  /// the branch goes to the code of `within`, which gets the window and the address of lane 0. Otherwise, it goes to
  /// the code of `apart`. If the plan says that the elements never fit into a window, generates only the code of
  /// `apart`.
  llvm::Value *
  branchOnWindow(llvm::IRBuilder<> &builder, llvm::Instruction &access, ActiveLanes running,
                 llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, const PacketWindow &, llvm::Value *)> within,
                 llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> apart) const;
  PacketElements loadContiguousVectors(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *first,
                                       unsigned pitch, llvm::Value *mask) const;
  PacketElements gatherVectors(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *addresses,
                               ActiveLanes running) const;
  void storeVector(llvm::StoreInst &store, ActiveLanes running) const;
  void update(llvm::StoreInst &store, ActiveLanes running) const;
  /// Returns the lanes that `load` loads from the addresses `addresses`.
  llvm::Value *gather(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *addresses,
                      llvm::Value *mask) const;
  void scatter(llvm::IRBuilder<> &builder, llvm::StoreInst &store, llvm::Value *mask) const;
  void scatterVectors(llvm::IRBuilder<> &builder, llvm::StoreInst &store, ActiveLanes running) const;
  /// Loads one element after the other. Requires that all lanes run, and that their addresses have a constant stride.
  llvm::Value *loadScalarised(llvm::IRBuilder<> &builder, llvm::LoadInst &load) const;

  const WidenedValues &values_;
  const PacketShapes &shapes_;
  const AccessPlans &plans_;
  const PacketOffsets offsets_;
  PacketInterleaveGroup interleaveGroup_;
  PacketPermutedGroup permutedGroup_;
  const PacketTransposedAccess transposedAccess_;
};

} // namespace weft::compiler

#endif
