// The lanes of a packet's values: one vector for each value that differs between lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_WIDENED_VALUES_H
#define WEFT_COMPILER_RECIPES_WIDENED_VALUES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

class PacketShapes;

/// One vector of lanes for each element of a value. For a single work-item the value is a vector or a struct, or a
/// scalar, which counts as one element.
using PacketElements = llvm::SmallVector<llvm::Value *, 4>;

/// The values that have been widened so far, and ways to get the lanes of any value. All code that generates packets
/// looks up vectors in this class; PacketInstructions and PacketControlFlow add the vectors that they have generated.
class WidenedValues {
public:
  /// `maxRematerialised`: TargetProfile::Code::maxRematerialised.
  WidenedValues(const llvm::DataLayout &layout, const PacketShapes &shapes, unsigned width, unsigned maxRematerialised)
      : layout_(layout), shapes_(shapes), width_(width), maxRematerialised_(maxRematerialised) {}

  void setLanes(const llvm::Value *value, llvm::Value *lanes) { lanes_[value] = lanes; }
  /// Sets the lanes of each element of a value that is a vector or a struct.
  void setElements(const llvm::Value *value, PacketElements elements) { elements_[value] = std::move(elements); }

  /// Returns the lanes of any value. The lanes of a uniform value are all the same.
  llvm::Value *lanes(llvm::IRBuilder<> &builder, llvm::Value *value) const;
  /// Returns the lanes of each element of a scalar or a vector, or of a struct that has been widened.
  PacketElements elements(llvm::IRBuilder<> &builder, llvm::Value *value) const;
  using Loads = llvm::SmallSetVector<const llvm::LoadInst *, 4>;
  /// Returns the value of `value` in `lane` (i64), which must be active where the builder is. `repeated` has loads of
  /// contiguous elements that the inserted code may repeat for this lane instead of extracting its element; it may be
  /// set only where all lanes run.
  llvm::Value *valueInLane(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane,
                           const Loads *repeated = nullptr) const {
    unsigned budget = maxRematerialised_;
    return valueInLane(builder, value, lane, repeated, budget);
  }
  /// Returns `value` plus `lane`, an integer, times `step`. The step of an address is in bytes.
  static llvm::Value *advanceByLanes(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane, int64_t step);

  /// Returns the stride (i64) of an evenly spaced integer or address from one lane to the next. The stride of an
  /// address is in bytes.
  llvm::Value *strideValueOf(llvm::IRBuilder<> &builder, llvm::Value *value) const {
    return strideValueOf(builder, value, /*isUnsigned=*/false);
  }

  llvm::VectorType *laneType(llvm::Type *type) const;
  unsigned width() const { return width_; }
  const llvm::DataLayout &dataLayout() const { return layout_; }

private:
  llvm::Value *strideValueOf(llvm::IRBuilder<> &builder, llvm::Value *value, bool isUnsigned) const;
  llvm::Value *valueInLane(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane, const Loads *repeated,
                           unsigned &budget) const;

  const llvm::DataLayout &layout_;
  const PacketShapes &shapes_;
  const unsigned width_;
  const unsigned maxRematerialised_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> lanes_;
  llvm::DenseMap<const llvm::Value *, PacketElements> elements_;
};

} // namespace weft::compiler

#endif
