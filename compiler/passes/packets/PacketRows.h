// Vectors of which each lane has its own somewhere in memory, loaded and stored whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_ROWS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_ROWS_H

#include "llvm/IR/IRBuilder.h"

#include "passes/packets/WidenedValues.h"

namespace weft::compiler {

/// Of each element of a vector that `access` loads or stores.
llvm::Align elementAlignment(const llvm::DataLayout &layout, const llvm::Instruction &access);

/// Accesses of plans that go by rows (AccessPlan::transposed). A row of up to bytesOfGatheredRow bytes is an integer,
/// which is gathered or scattered; longer ones are accessed one after the other and turned in registers. Rows that are
/// evenly apart (AccessPlan::isEven) are found from the first one's place and the step.
class PacketRows {
public:
  explicit PacketRows(const WidenedValues &values) : values_(values) {}

  /// The lanes of each element of the rows at `places`. `running` is the number of a lane that runs: those that don't
  /// load its row.
  PacketElements load(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *places, llvm::Value *mask,
                      llvm::Value *running) const;
  /// The same for rows that are evenly apart, where lane 0 runs.
  PacketElements loadEven(llvm::IRBuilder<> &builder, llvm::LoadInst &load, llvm::Value *mask) const;
  /// May split the block before `store`. Where not all lanes run, each row has a mask of its own.
  void store(llvm::IRBuilder<> &builder, llvm::StoreInst &store, bool isEven, const PacketElements &elements,
             llvm::Value *mask) const;
  /// One scatter for each element, of vectors of any length.
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
  /// What has been turned, by the first element: rows that are copied need not be turned back.
  struct Turned {
    PacketElements elements;
    llvm::SmallVector<llvm::Value *, 16> rows;
  };
  mutable llvm::DenseMap<const llvm::Value *, Turned> turned_;
};

} // namespace weft::compiler

#endif
