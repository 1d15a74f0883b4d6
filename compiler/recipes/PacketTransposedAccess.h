// Loads and stores of a whole vector for each lane. The lanes' vectors are transposed in registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_PACKET_TRANSPOSED_ACCESS_H
#define WEFT_COMPILER_RECIPES_PACKET_TRANSPOSED_ACCESS_H

#include "llvm/IR/IRBuilder.h"

#include "recipes/WidenedValues.h"

namespace weft::compiler {

/// Returns the alignment of each element of a vector that `access` loads or stores.
llvm::Align elementAlignment(const llvm::DataLayout &layout, const llvm::Instruction &access);

/// Carries out transposed access plans (AccessPlan::transposed). The vector of each lane is called its row. A row of up
/// to maxGatheredVectorBytes bytes is gathered or scattered as an integer. Longer rows are accessed one after the other
/// and transposed in registers. The addresses of evenly spaced rows (AccessPlan::hasUniformStride) are computed from
/// the first row's address and the stride.
class PacketTransposedAccess {
public:
  explicit PacketTransposedAccess(const WidenedValues &values) : values_(values) {}

  /// Loads each lane's vector (row) from its address in `addresses`, and returns the lanes of each element. `running`
  /// is the index of an active lane. Inactive lanes load the row of the lane `running`.
  PacketElements load(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *addresses, llvm::Value *mask,
                      llvm::Value *running) const;
  /// Loads each lane's vector (row) from evenly spaced addresses, and returns the lanes of each element. Requires that
  /// lane 0 runs. Inactive lanes load the row of lane 0.
  PacketElements loadStrided(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *mask) const;
  /// Stores each lane's vector (row), given by its `elements`. May split the block before `store`. If some lanes are
  /// inactive, each row is stored by itself, with a mask that is empty for an inactive lane.
  void store(llvm::IRBuilder<> &builder, llvm::StoreInst &store, bool hasUniformStride, const PacketElements &elements,
             llvm::Value *mask) const;
  /// Emits one scatter for each element of the lanes' vectors (rows), which may have any length.
  void scatterElements(llvm::IRBuilder<> &builder, const llvm::StoreInst &store, const PacketElements &elements,
                       llvm::Value *mask) const;

private:
  using LaneAddresses = llvm::SmallVector<llvm::Value *, 16>;
  LaneAddresses stridedAddresses(llvm::IRBuilder<> &builder, llvm::Value *pointer) const;
  PacketElements loadAndTranspose(llvm::IRBuilder<> &builder, const llvm::LoadInst &load,
                                  const LaneAddresses &addresses) const;
  size_t vectorsPerStore(llvm::IRBuilder<> &builder, const llvm::StoreInst &store) const;
  LaneAddresses extractAddresses(llvm::IRBuilder<> &builder, llvm::Value *lanes) const;
  llvm::SmallVector<llvm::Value *, 16> laneVectorsOf(llvm::IRBuilder<> &builder, const PacketElements &elements) const;

  const WidenedValues &values_;
  /// Loaded vectors of lanes (rows), and the elements into which they were transposed. If a store writes the elements
  /// of loaded rows, it uses the rows, so that the elements needn't be transposed back. The key of the map is the
  /// vector of the first element.
  struct Transposed {
    PacketElements elements;
    llvm::SmallVector<llvm::Value *, 16> rows;
  };
  mutable llvm::DenseMap<const llvm::Value *, Transposed> transposed_;
};

} // namespace weft::compiler

#endif
