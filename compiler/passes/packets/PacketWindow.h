// Accesses of lanes that find their elements close to each other, though not one behind the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_WINDOW_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_WINDOW_H

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The elements of a packet's lanes when they ascend and fit into a window of two packets' width, as in the exchanges
/// of a sorting network or a Fourier transform. Two masked accesses of vectors reach them, a permutation brings them to
/// their lanes; a gather or scatter goes to memory for each lane, and waits for what others have just stored. The first
/// vector begins with the first lane's element, the second ends with the last lane's: what the next packet loads may
/// follow at once, and a load that touches a masked store, if only where nothing is stored, waits for it. All lanes
/// run.
class PacketWindow {
public:
  /// `indices`: for each lane the number of its element, of which only differences count.
  explicit PacketWindow(llvm::Value *indices);

  /// Whether the lanes' elements ascend within a window. What follows is for places where they do.
  llvm::Value *isFitting(llvm::IRBuilder<> &builder) const;
  /// `first`: the address of lane 0's element.
  llvm::Value *load(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *first, llvm::Align alignment) const;
  void store(llvm::IRBuilder<> &builder, llvm::Value *values, llvm::Value *first, llvm::Align alignment) const;

private:
  /// How far each lane's element is from the first lane's.
  llvm::Value *offsets(llvm::IRBuilder<> &builder) const;
  /// For each of the window's places whether it is a lane's, as bits of a number.
  llvm::Value *places(llvm::IRBuilder<> &builder) const;
  /// The window's place at which one of its two vectors begins. They overlap where lanes need less than all places.
  llvm::Value *startOf(llvm::IRBuilder<> &builder, unsigned half) const;
  /// The mask of one vector: the second has the places behind the first.
  llvm::Value *maskOf(llvm::IRBuilder<> &builder, unsigned half) const;
  /// For each place of one vector, how many lanes have theirs before it.
  llvm::Value *lanesBefore(llvm::IRBuilder<> &builder, unsigned half) const;
  llvm::Value *addressOf(llvm::IRBuilder<> &builder, unsigned half, llvm::Type *type, llvm::Value *first) const;

  llvm::Value *indices_;
  unsigned width_;
};

} // namespace weft::compiler

#endif
