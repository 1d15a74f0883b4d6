// Writes the instructions of a kernel as those of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_INSTRUCTIONS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_INSTRUCTIONS_H

#include <string>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include "analysis/LaneOffsets.h"
#include "passes/packets/PacketMemory.h"

namespace weft::compiler {

class PacketForms;

/// Writes the vectors next to the instructions that they stand for, and tells WidenedValues. The instructions stay
/// where they are: that of a strided value gives lane 0's; the others are dead when all have been widened, but for
/// those that have effects, which are erased.
class PacketInstructions {
public:
  PacketInstructions(llvm::Function &kernel, const PacketShapes &shapes, const PacketForms &forms,
                     const AccessPlans &plans, WidenedValues &values);

  /// Makes the lanes of `instruction`, no phi and no terminator, for those that run it. May split the block behind it.
  void widen(llvm::Instruction &instruction, RunningLanes running);
  /// Drops the instructions that vectors have replaced and that would have effects.
  void eraseReplaced();

private:
  void findKnownLanes();
  bool widenKnownLanes(llvm::Instruction &instruction);
  void prefetchLastLane(llvm::Instruction &instruction);
  void widenVector(llvm::Instruction &instruction);
  void widenBitCast(llvm::BitCastInst &bitCast);
  llvm::Value *isElement(llvm::IRBuilder<> &builder, llvm::Value *place, unsigned number) const;
  void widenElementwise(llvm::Instruction &instruction, RunningLanes running);
  bool widenOffsets(llvm::GetElementPtrInst &address);
  void widenVariable(llvm::AllocaInst &variable);
  void widenCall(llvm::CallBase &call);
  llvm::Value *callBuiltin(llvm::IRBuilder<> &builder, llvm::CallBase &call, const std::string &overload);
  bool widenForSubGroup(llvm::CallInst &call, llvm::Value *mask);
  void widenExtract(llvm::ExtractValueInst &extract);
  /// Runs `instruction` for one lane after the other.
  void runEachLane(llvm::Instruction &instruction, llvm::Value *mask);
  void updateEachLane(llvm::AtomicRMWInst &update, llvm::Value *mask);

  llvm::Function &kernel_;
  const PacketShapes &shapes_;
  const PacketForms &forms_;
  const AccessPlans &plans_;
  WidenedValues &values_;
  PacketMemory memory_;
  /// Comparisons that give the same in every packet, and numbers whose lanes differ alike in every packet.
  llvm::DenseMap<const llvm::Instruction *, llvm::Constant *> comparisons_;
  llvm::DenseMap<const llvm::Instruction *, LaneOffsets::OwnBits> numbers_;
  llvm::SmallVector<llvm::Instruction *> replaced_;
};

} // namespace weft::compiler

#endif
