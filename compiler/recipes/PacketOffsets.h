// Splits an integer that differs between lanes into a uniform number and offsets that are the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_PACKET_OFFSETS_H
#define WEFT_COMPILER_RECIPES_PACKET_OFFSETS_H

#include <optional>

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

class PacketShapes;
class WidenedValues;

/// Expresses the lanes of an integer as the sum of a uniform number and a vector, and returns the vector. Whether the
/// lanes' values are contiguous depends on the vector alone. The vector is made of constants and uniform values, so
/// contiguity can be tested once for all packets, before the loop over packets. Strided values have a vector of this
/// kind. So have their sums, and their products with uniform values. The local id of lane 0, `first`, is a multiple of
/// the packet's width, a power of two. So for a uniform m, (id & m) is (first & m) + (lane & m): no bit is set in both,
/// and nothing is carried. The same holds for | and ^, with which sorting networks and Fourier transforms compute their
/// indices.
class PacketOffsets {
public:
  PacketOffsets(const WidenedValues &values, const PacketShapes &shapes) : values_(values), shapes_(shapes) {}

  /// Returns the vector for `value`, or the lanes of `value` if no vector is found. Only active lanes have valid
  /// elements. The vector plus a uniform number is equal to the lanes, modulo the width of the type.
  llvm::Value *of(llvm::IRBuilder<> &builder, llvm::Value &value) const;

private:
  struct Offsets {
    llvm::Value *lanes = nullptr;
    /// Whether the uniform number is a multiple of the packet's width, and the vector's elements are less than the
    /// width.
    bool hasDisjointBits = false;
  };
  std::optional<Offsets> find(llvm::IRBuilder<> &builder, llvm::Value &value, unsigned depth) const;
  std::optional<Offsets> findOfBits(llvm::IRBuilder<> &builder, llvm::BinaryOperator &operation, unsigned depth) const;
  std::optional<Offsets> findOfCast(llvm::IRBuilder<> &builder, llvm::CastInst &cast, unsigned depth) const;

  const WidenedValues &values_;
  const PacketShapes &shapes_;
};

} // namespace weft::compiler

#endif
