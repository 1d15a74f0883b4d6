// The loads and stores of a packet: one access for its lanes where they lie one behind the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_MEMORY_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_MEMORY_H

#include <memory>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include "passes/packets/PacketLaneLoop.h"
#include "passes/packets/PacketOffsets.h"
#include "passes/packets/PacketSteps.h"

namespace weft::compiler {

class PacketShapes;
class PacketValues;
class PacketWindow;

/// The lanes that run a block, of which there is always one.
struct RunningLanes {
  llvm::Value *mask = nullptr;
  bool includeLaneZero = false; ///< known to
};

/// Chooses how the lanes reach memory:
/// - all the same place: one access;
/// - consecutive places, forward or backward, by their stride: one masked access of a vector;
/// - places a few elements apart: vectors and shuffles (PacketSteps);
/// - places computed from ids in a way that has no constant stride (a clamped or masked index): they may still be
///   consecutive, or near each other, which a comparison tells, so that there are all ways;
/// - any other: a gather or scatter.
/// Vectors of OpenCL C that lie one behind the other are loaded and stored as what they are, and turned in registers.
class PacketMemory {
public:
  PacketMemory(PacketValues &values, const PacketShapes &shapes)
      : values_(values), shapes_(shapes), offsets_(values, shapes),
        steps_(std::make_unique<PacketSteps>(values, shapes)) {}

  enum class Way { samePlace, forward, backward, stepped, forwardOrApart, apart };
  /// How the lanes reach what they find or put, of `type`, at `pointer`.
  Way wayOf(const llvm::Value &pointer, llvm::Type *type) const;

  /// The lanes of what `load`, of a scalar, loads. May split the block before it.
  llvm::Value *load(llvm::LoadInst &load, RunningLanes running) const;
  /// The same for one of a vector.
  PacketElements loadVector(llvm::LoadInst &load, RunningLanes running) const;
  /// Stores what `store` would store in each lane, and leaves it where it is. May split the block before it.
  void store(llvm::StoreInst &store, RunningLanes running) const;

private:
  /// Where the vector of an access to consecutive places begins.
  llvm::Value *beginOf(llvm::IRBuilder<> &builder, llvm::Value *pointer, llvm::Type *type, RunningLanes running,
                       Way way) const;
  /// The strided `value` of lane 0, or what it would be to be in line with the lanes that run.
  llvm::Value *firstLane(llvm::IRBuilder<> &builder, llvm::Value *value, RunningLanes running) const;
  /// Whether `pointer` is computed from ids and uniform values alone, in a way that may make it consecutive.
  bool mayBeConsecutive(const llvm::Value &pointer) const;
  /// The part of a `pointer` to `type` that differs between lanes, in elements: they follow each other as its lanes do.
  /// The pointer itself if it has no such part.
  llvm::Value *partThatDiffers(llvm::Value &pointer, llvm::Type *type) const;
  /// For each lane, whether it is as far from `lane`, which runs, as if all followed each other.
  llvm::Value *areInLine(llvm::IRBuilder<> &builder, llvm::Value *part, llvm::Type *type, llvm::Value *lane) const;
  /// `together`, given the address of lane 0, if the lanes that run find their places one behind the other, else
  /// `apart`.
  llvm::Value *chooseByAddress(llvm::Instruction &access, llvm::Value *pointer, llvm::Type *type, RunningLanes running,
                               llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::Value *)> together,
                               llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> apart) const;
  /// `within` a window that begins at the address of lane 0, if the lanes all run and their elements fit into one, else
  /// `apart`.
  llvm::Value *
  chooseByWindow(llvm::IRBuilder<> &builder, llvm::Value *pointer, llvm::Type *type, RunningLanes running,
                 llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, const PacketWindow &, llvm::Value *)> within,
                 llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> apart) const;
  /// Of a forward access to vectors: how many elements lie between two lanes' first ones.
  unsigned pitchOf(const llvm::Value &pointer, llvm::FixedVectorType *type) const;
  llvm::Value *loadVectorsTogether(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *first, unsigned pitch,
                                   llvm::Value *mask) const;
  llvm::Value *gatherVectors(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *mask) const;
  void storeVector(llvm::StoreInst &store, RunningLanes running) const;
  /// One element after the other, for lanes that all run and places of constant stride.
  llvm::Value *loadElements(llvm::IRBuilder<> &builder, llvm::LoadInst &load) const;

  PacketValues &values_;
  const PacketShapes &shapes_;
  PacketOffsets offsets_;
  std::unique_ptr<PacketSteps> steps_;
};

} // namespace weft::compiler

#endif
