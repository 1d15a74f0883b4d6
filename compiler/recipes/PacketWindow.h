// Accesses of lanes to elements that are close to each other, but not contiguous.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_PACKET_WINDOW_H
#define WEFT_COMPILER_RECIPES_PACKET_WINDOW_H

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Accesses the elements of a packet's W lanes if their indices ascend and fit into a window of 2 W elements, as in the
/// exchanges of a sorting network or a Fourier transform. Two masked vector accesses reach the elements, and a
/// permutation brings them to their lanes. A gather or scatter would access memory for each lane, and would wait for
/// recent stores of other lanes. The first vector begins with the first lane's element, the second ends with the last
/// lane's element. So the second vector touches no memory after that element: the next packet may load from there at
/// once, and a load that overlaps a masked store waits for the store, even where the mask stores nothing. All lanes
/// must run.
class PacketWindow {
public:
  /// `indices` has the index of each lane's element; only the differences between the indices count.
  explicit PacketWindow(llvm::Value *indices);

  /// Returns whether the lanes' indices ascend within a window. The functions below require that they do.
  llvm::Value *fitsInWindow(llvm::IRBuilder<> &builder) const;
  /// `first` is the address of lane 0's element.
  llvm::Value *load(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *first, llvm::Align alignment) const;
  void store(llvm::IRBuilder<> &builder, llvm::Value *values, llvm::Value *first, llvm::Align alignment) const;

private:
  /// Returns how far each lane's element is from the first lane's element.
  llvm::Value *offsets(llvm::IRBuilder<> &builder) const;
  /// Returns for each element of the window whether it belongs to a lane, as the bits of an integer.
  llvm::Value *occupiedElements(llvm::IRBuilder<> &builder) const;
  /// Returns the index in the window at which one of its two vectors begins. `half` is 0 for the first vector, and 1
  /// for the second. The vectors overlap if the lanes' elements span less than the window.
  llvm::Value *startOf(llvm::IRBuilder<> &builder, unsigned half) const;
  /// Returns the mask of one of the window's two vectors. The second vector accesses only elements that come after the
  /// first vector.
  llvm::Value *maskOf(llvm::IRBuilder<> &builder, unsigned half) const;
  /// Returns for each element of one vector how many lanes have their elements before it.
  llvm::Value *lanesBefore(llvm::IRBuilder<> &builder, unsigned half) const;
  llvm::Value *addressOf(llvm::IRBuilder<> &builder, unsigned half, llvm::Type *type, llvm::Value *first) const;

  llvm::Value *indices_;
  unsigned width_;
};

} // namespace weft::compiler

#endif
