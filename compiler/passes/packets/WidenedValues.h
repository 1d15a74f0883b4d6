// The lanes of a packet's values: one vector for each value that differs between them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_WIDENED_VALUES_H
#define WEFT_COMPILER_PASSES_PACKETS_WIDENED_VALUES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"

#include "passes/packets/PacketLaneLoop.h"

namespace weft::compiler {

class PacketShapes;

/// What has been widened so far, and ways to come by the lanes of any value. All that write code for packets ask it;
/// PacketInstructions and PacketControlFlow tell it what they have made.
class WidenedValues {
public:
  /// `mostMadeAgain`: TargetProfile::Code::madeAgain.
  WidenedValues(const llvm::DataLayout &layout, const PacketShapes &shapes, unsigned width, unsigned mostMadeAgain)
      : layout_(layout), shapes_(shapes), width_(width), mostMadeAgain_(mostMadeAgain) {}

  void setLanes(const llvm::Value *value, llvm::Value *lanes) { lanes_[value] = lanes; }
  /// Of a value that is a vector or a struct.
  void setElements(const llvm::Value *value, PacketElements elements) { elements_[value] = std::move(elements); }

  /// The lanes of any value; a uniform one has the same in all.
  llvm::Value *lanes(llvm::IRBuilder<> &builder, llvm::Value *value) const;
  /// The lanes of each element of a vector, or of a struct that has been widened.
  PacketElements elements(llvm::IRBuilder<> &builder, llvm::Value *vector) const;
  using Loads = llvm::SmallSetVector<const llvm::LoadInst *, 4>;
  /// `value` in `lane` (i64), which runs the builder's place. Where all lanes run, `repeated` are loads of
  /// elements one behind the other that may be done there once more.
  llvm::Value *valueInLane(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane,
                           const Loads *repeated = nullptr) const {
    unsigned budget = mostMadeAgain_;
    return valueInLane(builder, value, lane, repeated, budget);
  }
  /// `value`, `lane` (an integer) steps further.
  static llvm::Value *addSteps(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane, int64_t step);

  /// How far an even number or address (in bytes) is from one lane to the next (i64).
  llvm::Value *stepOf(llvm::IRBuilder<> &builder, llvm::Value *value) const {
    return stepOf(builder, value, /*isUnsigned=*/false);
  }

  llvm::VectorType *laneType(llvm::Type *type) const;
  unsigned width() const { return width_; }
  const llvm::DataLayout &dataLayout() const { return layout_; }

private:
  llvm::Value *stepOf(llvm::IRBuilder<> &builder, llvm::Value *value, bool isUnsigned) const;
  llvm::Value *valueInLane(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane, const Loads *repeated,
                           unsigned &budget) const;

  const llvm::DataLayout &layout_;
  const PacketShapes &shapes_;
  const unsigned width_;
  const unsigned mostMadeAgain_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> lanes_;
  llvm::DenseMap<const llvm::Value *, PacketElements> elements_;
};

} // namespace weft::compiler

#endif
