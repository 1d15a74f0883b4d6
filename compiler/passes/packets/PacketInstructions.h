// Widens a kernel's scalar instructions to vector instructions for all lanes of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_INSTRUCTIONS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_INSTRUCTIONS_H

#include <string>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include "analysis/LaneOffsets.h"
#include "recipes/MemoryRecipe.h"

namespace weft::compiler {

class PacketLegality;

/// Inserts the vector instructions next to the instructions that they replace, and adds them to WidenedValues. The
/// scalar instructions stay at first. The scalar instruction of a strided value is still used: it computes the value of
/// lane 0. The other scalar instructions are dead when all instructions have been widened; eraseReplaced() erases those
/// of them that have side effects.
class PacketInstructions {
public:
  PacketInstructions(llvm::Function &kernel, const PacketShapes &shapes, const PacketLegality &legality,
                     const AccessPlans &plans, WidenedValues &values);

  /// Widens `instruction`, which is no phi and no terminator, for the lanes that run it. May split the block after
  /// `instruction`.
  void widen(llvm::Instruction &instruction, ActiveLanes running);
  /// Erases the instructions that vectors have replaced and that have side effects.
  void eraseReplaced();

private:
  void findConstantLanes();
  bool widenConstantLanes(llvm::Instruction &instruction);
  void prefetchLastLane(llvm::Instruction &instruction);
  void widenVector(llvm::Instruction &instruction);
  void widenBitCast(llvm::BitCastInst &bitCast);
  llvm::Value *isElement(llvm::IRBuilder<> &builder, llvm::Value *place, unsigned number) const;
  void widenElementwise(llvm::Instruction &instruction, ActiveLanes running);
  bool widenOffsets(llvm::GetElementPtrInst &address);
  void widenVariable(llvm::AllocaInst &variable);
  void widenCall(llvm::CallBase &call);
  llvm::Value *callBuiltin(llvm::IRBuilder<> &builder, llvm::CallBase &call, const std::string &overload);
  bool widenForSubGroup(llvm::CallInst &call, llvm::Value *mask);
  void widenExtract(llvm::ExtractValueInst &extract);
  /// Runs `instruction` for one lane after the other.
  void scalarisePerLane(llvm::Instruction &instruction, llvm::Value *mask);
  void scalariseUpdate(llvm::AtomicRMWInst &update, llvm::Value *mask);

  llvm::Function &kernel_;
  const PacketShapes &shapes_;
  const PacketLegality &legality_;
  const AccessPlans &plans_;
  WidenedValues &values_;
  PacketMemory memory_;
  /// Constant lanes: comparisons with the same results in every packet, and integers whose lanes differ in the same way
  /// in every packet.
  llvm::DenseMap<const llvm::Instruction *, llvm::Constant *> comparisons_;
  llvm::DenseMap<const llvm::Instruction *, LaneOffsets::PerLaneBits> constantIntegers_;
  llvm::SmallVector<llvm::Instruction *> replaced_;
};

} // namespace weft::compiler

#endif
