// The loads and stores of a packet: one access for its lanes where they lie one behind the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_MEMORY_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_MEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include "analysis/AccessPlans.h"
#include "passes/packets/PacketLaneLoop.h"
#include "passes/packets/PacketOffsets.h"
#include "passes/packets/PacketPermutedGroup.h"
#include "passes/packets/PacketRows.h"
#include "passes/packets/PacketSteps.h"
#include "passes/packets/WidenedValues.h"

namespace weft::compiler {

class PacketShapes;
class PacketWindow;

/// The lanes that run a block, of which there is always one.
struct RunningLanes {
  llvm::Value *mask = nullptr;
  bool includeLaneZero = false; ///< known to
};

/// Carries out the plans of loads and stores (AccessPlans):
/// - all lanes at the same place: one access;
/// - consecutive places, forward or backward: one masked access of a vector;
/// - places a few elements apart: vectors and shuffles (PacketSteps);
/// - places that lie to each other as in every packet: vectors and shuffles (PacketPermutedGroup);
/// - places that may be consecutive, or near each other, which a comparison tells: there are all ways;
/// - a load, one operation and a store of one place: scalar ones for each lane (AccessKind::scalarReadModifyWrite);
/// - any other: a gather or scatter.
/// Vectors, of OpenCL C or of a row's elements, are loaded and stored as what they are, and turned in registers.
class PacketMemory {
public:
  PacketMemory(const WidenedValues &values, const PacketShapes &shapes, const AccessPlans &plans)
      : values_(values), shapes_(shapes), plans_(plans), offsets_(values, shapes), steps_(values),
        permutedGroup_(values), rows_(values) {}

  /// The lanes of what `load`, of a scalar, loads. May split the block before it.
  llvm::Value *load(llvm::LoadInst &load, RunningLanes running);
  /// The same for one of a vector.
  PacketElements loadVector(llvm::LoadInst &load, RunningLanes running);
  using Loads = WidenedValues::Loads;
  /// What is loaded together before `update`, an atomic one or a store, and may be loaded once more by its lanes if
  /// they all run: they find the same, and need not wait for a vector to be taken apart.
  Loads loadsToRepeat(const llvm::Instruction &update) const;
  /// Stores what `store` would store in each lane, and leaves it where it is. May split the block before it.
  void store(llvm::StoreInst &store, RunningLanes running);

private:
  /// Where the vector of an access to consecutive places begins.
  llvm::Value *beginOf(llvm::IRBuilder<> &builder, const llvm::Instruction &access, RunningLanes running) const;
  /// The strided `value` of lane 0, or what it would be to be in line with the lanes that run.
  llvm::Value *firstLane(llvm::IRBuilder<> &builder, llvm::Value *value, RunningLanes running) const;
  /// For each lane, whether it is as far from `lane`, which runs, as if all followed each other.
  llvm::Value *areInLine(llvm::IRBuilder<> &builder, const AccessPlan &plan, llvm::Type *type, llvm::Value *lane) const;
  /// `together`, given the address of lane 0, if the lanes that run find their places one behind the other, else
  /// `apart`.
  llvm::Value *chooseByAddress(llvm::Instruction &access, RunningLanes running,
                               llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::Value *)> together,
                               llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> apart) const;
  /// `within` a window that begins at the address of lane 0, if the lanes all run and their elements fit into one, else
  /// `apart`. Only the latter where the plan has no window.
  llvm::Value *
  chooseByWindow(llvm::IRBuilder<> &builder, llvm::Instruction &access, RunningLanes running,
                 llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, const PacketWindow &, llvm::Value *)> within,
                 llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> apart) const;
  PacketElements loadVectorsTogether(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *first,
                                     unsigned pitch, llvm::Value *mask) const;
  PacketElements gatherVectors(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *places,
                               RunningLanes running) const;
  void storeVector(llvm::StoreInst &store, RunningLanes running) const;
  void update(llvm::StoreInst &store, RunningLanes running) const;
  /// The lanes of what `load` loads from `places`.
  llvm::Value *gather(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *places, llvm::Value *mask) const;
  void scatter(llvm::IRBuilder<> &builder, llvm::StoreInst &store, llvm::Value *mask) const;
  void scatterVectors(llvm::IRBuilder<> &builder, llvm::StoreInst &store, RunningLanes running) const;
  /// One element after the other, for lanes that all run and places of constant stride.
  llvm::Value *loadElements(llvm::IRBuilder<> &builder, llvm::LoadInst &load) const;

  const WidenedValues &values_;
  const PacketShapes &shapes_;
  const AccessPlans &plans_;
  const PacketOffsets offsets_;
  PacketSteps steps_;
  PacketPermutedGroup permutedGroup_;
  const PacketRows rows_;
};

} // namespace weft::compiler

#endif
