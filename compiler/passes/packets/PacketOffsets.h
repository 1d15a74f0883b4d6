// How far the lanes' values of an integer are from lane 0's, where that is the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_OFFSETS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_OFFSETS_H

#include <optional>

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

class PacketShapes;
class WidenedValues;

/// Writes the lanes of an integer as a uniform number plus a vector that is made of constants and uniform values alone,
/// and gives the vector. What is asked of it can be answered once for all packets, in front of the loop over them.
/// Strided values, their sums and products have such vectors; and as the local id of lane 0 is a multiple of the
/// packet's width, a power of two, (id & m) is (first & m) + (lane & m): no bit is set in both, so that nothing is
/// carried. The same goes for | and ^, which is what sorting networks and Fourier transforms compute their indices
/// with.
class PacketOffsets {
public:
  PacketOffsets(const WidenedValues &values, const PacketShapes &shapes) : values_(values), shapes_(shapes) {}

  /// The vector for `value`, or its lanes if it has none. True of the lanes that run; equal to the lanes but for a
  /// uniform number, modulo the width of the type.
  llvm::Value *of(llvm::IRBuilder<> &builder, llvm::Value &value) const;

private:
  struct Offsets {
    llvm::Value *lanes = nullptr;
    /// The uniform number is a multiple of the packet's width, the vector's elements are less than that.
    bool areApart = false;
  };
  std::optional<Offsets> find(llvm::IRBuilder<> &builder, llvm::Value &value, unsigned depth) const;
  std::optional<Offsets> findOfBits(llvm::IRBuilder<> &builder, llvm::BinaryOperator &operation, unsigned depth) const;
  std::optional<Offsets> findOfCast(llvm::IRBuilder<> &builder, llvm::CastInst &cast, unsigned depth) const;

  const WidenedValues &values_;
  const PacketShapes &shapes_;
};

} // namespace weft::compiler

#endif
