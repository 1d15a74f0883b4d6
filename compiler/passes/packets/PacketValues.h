// The lanes of a packet's values: one vector for each value that differs between them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_VALUES_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_VALUES_H

#include <optional>
#include <string>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include "analysis/PacketShapes.h"
#include "codegen/TargetProfile.h"
#include "passes/packets/PacketMemory.h"

namespace weft::compiler {

class BuiltinLibrary;

/// Makes the vectors, next to the instructions that they stand for. Those stay where they are: that of a strided value
/// gives lane 0's; the others are dead when all have been widened, but for those that have effects, which are erased.
class PacketValues {
public:
  PacketValues(llvm::Function &kernel, const PacketShapes &shapes, const AccessPlans &plans,
               const BuiltinLibrary &builtins, unsigned width, const TargetProfile &profile);

  /// Why `instruction` can't be widened, or nothing. To be asked of all before the first is.
  std::optional<std::string> obstacle(const llvm::Instruction &instruction) const;

  /// Makes the lanes of `instruction`, no phi and no terminator, for those that run it. May split the block behind it.
  void widen(llvm::Instruction &instruction, RunningLanes running);
  /// The lanes of any value; a uniform one has the same in all.
  llvm::Value *lanes(llvm::IRBuilder<> &builder, llvm::Value *value) const;
  void setLanes(const llvm::Value *value, llvm::Value *lanes) { lanes_[value] = lanes; }
  /// The lanes of each element of a vector.
  PacketElements elements(llvm::IRBuilder<> &builder, llvm::Value *vector) const;

  bool isUniform(const llvm::Value &value) const { return shapes_.isUniform(value); }
  llvm::VectorType *laneType(llvm::Type *type) const;
  /// Drops the instructions that vectors have replaced and that would have effects.
  void eraseReplaced();

  unsigned width() const { return width_; }
  const TargetProfile &profile() const { return profile_; }
  const llvm::DataLayout &dataLayout() const { return kernel_.getDataLayout(); }
  /// Whether there is no form of `instruction` for vectors, given that lanes differ in what it takes or gives.
  bool runsEachLane(const llvm::Instruction &instruction) const;
  /// `value` in `lane` (i64), which runs the builder's place.
  llvm::Value *valueInLane(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane) const {
    unsigned budget = profile_.code.madeAgain;
    return valueInLane(builder, value, lane, budget);
  }
  /// `value`, `lane` (an integer) steps further.
  static llvm::Value *addSteps(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane, int64_t step);
  /// For whoever asks what became of a kernel.
  void remark(const llvm::Instruction &instruction, const llvm::Twine &sentence) const;

private:
  llvm::Value *valueInLane(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane, unsigned &budget) const;
  bool isWidenable(llvm::Type *type) const;
  bool isWidenableVector(llvm::Type *type) const;

  void prefetchLastLane(llvm::Instruction &instruction);
  void widenVector(llvm::Instruction &instruction);
  void widenBitCast(llvm::BitCastInst &bitCast);
  llvm::Value *isElement(llvm::IRBuilder<> &builder, llvm::Value *place, unsigned number) const;
  void widenElementwise(llvm::Instruction &instruction, RunningLanes running);
  void widenVariable(llvm::AllocaInst &variable);
  void widenCall(llvm::CallBase &call);
  /// The overload of a builtin for vectors, if there is one.
  std::string builtinForLanes(const llvm::CallBase &call) const;
  llvm::Value *callBuiltin(llvm::IRBuilder<> &builder, llvm::CallBase &call, const std::string &overload);
  bool widenForSubGroup(llvm::CallInst &call, llvm::Value *mask);
  void widenExtract(llvm::ExtractValueInst &extract);
  /// Runs `instruction` for one lane after the other.
  void runEachLane(llvm::Instruction &instruction, llvm::Value *mask);

  llvm::Function &kernel_;
  const PacketShapes &shapes_;
  const BuiltinLibrary &builtins_;
  unsigned width_;
  const TargetProfile &profile_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> lanes_;
  /// Of values that are vectors or structs.
  llvm::DenseMap<const llvm::Value *, PacketElements> elements_;
  llvm::SmallVector<llvm::Instruction *> replaced_;
  PacketMemory memory_;
};

} // namespace weft::compiler

#endif
