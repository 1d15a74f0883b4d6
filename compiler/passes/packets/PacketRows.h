// Rows: each lane has a vector of its own somewhere in memory, which is loaded and stored whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_ROWS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_ROWS_H

#include "llvm/IR/IRBuilder.h"

#include "passes/packets/WidenedValues.h"

namespace weft::compiler {

/// Returns the alignment of each element of a vector that `access` loads or stores.
llvm::Align elementAlignment(const llvm::DataLayout &layout, const llvm::Instruction &access);

/// Carries out access plans that go by rows (AccessPlan::transposed). A row of up to bytesOfGatheredRow bytes is
/// gathered or scattered as an integer. Longer rows are accessed one after the other and transposed in registers. The
/// addresses of evenly spaced rows (AccessPlan::isEven) are computed from the first row's address and the step.
class PacketRows {
public:
  explicit PacketRows(const WidenedValues &values) : values_(values) {}

  /// Returns the lanes of each element of the rows at the addresses `places`. `running` is the number of an active
  /// lane. Inactive lanes load the row of that lane.
  PacketElements load(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *places, llvm::Value *mask,
                      llvm::Value *running) const;
  /// Does the same for evenly spaced rows. Requires that lane 0 runs.
  PacketElements loadEven(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *mask) const;
  /// Stores the rows. May split the block before `store`. Where not all lanes run, each row is stored with its own
  /// mask.
  void store(llvm::IRBuilder<> &builder, llvm::StoreInst &store, bool isEven, const PacketElements &elements,
             llvm::Value *mask) const;
  /// Makes one scatter for each element of the rows, which may have any length.
  void scatterElements(llvm::IRBuilder<> &builder, const llvm::StoreInst &store, const PacketElements &elements,
                       llvm::Value *mask) const;

private:
  using Places = llvm::SmallVector<llvm::Value *, 16>;
  Places evenPlaces(llvm::IRBuilder<> &builder, llvm::Value *pointer) const;
  PacketElements turnRows(llvm::IRBuilder<> &builder, const llvm::LoadInst &load, const Places &places) const;
  size_t rowsOfOneStore(llvm::IRBuilder<> &builder, const llvm::StoreInst &store) const;
  Places placesIn(llvm::IRBuilder<> &builder, llvm::Value *lanes) const;
  llvm::SmallVector<llvm::Value *, 16> rowsOf(llvm::IRBuilder<> &builder, const PacketElements &elements) const;

  const WidenedValues &values_;
  /// Rows that have been transposed, by their first element: rows that are only copied needn't be transposed back.
  struct Turned {
    PacketElements elements;
    llvm::SmallVector<llvm::Value *, 16> rows;
  };
  mutable llvm::DenseMap<const llvm::Value *, Turned> turned_;
};

} // namespace weft::compiler

#endif
