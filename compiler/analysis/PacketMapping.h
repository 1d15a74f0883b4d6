// Says which work-items of a group are the lanes of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_PACKET_MAPPING_H
#define WEFT_COMPILER_ANALYSIS_PACKET_MAPPING_H

#include <cstdint>

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace weft::compiler {

/// The work-items of a packet follow each other along one dimension. Analyses that take a mapping tell what the kernel
/// would be like on such packets, while its ids are still those of the launch.
struct PacketMapping {
  unsigned dimension = 0; ///< the dimension along which a packet's work-items follow each other
  /// If not 0: the work-items along the dimension are divided into rows of this many, and a packet lies within a row.
  /// Then all lanes have the same quotient of their local id and the length.
  uint64_t rowLength = 0;

  bool operator==(const PacketMapping &) const = default;

  /// Whether `value` is a call of weft.local.id.N for the packets' dimension, which differs by 1 from lane to lane.
  bool isLaneId(const llvm::Value &value) const;
  /// Whether `value` is the quotient of such a call and the length of rows, which is the same for all lanes.
  bool isRowIndex(const llvm::Value &value) const;
  /// Whether `value` is the remainder of this division, which differs by 1 from lane to lane.
  bool isIndexInRow(const llvm::Value &value) const;
  /// Whether `value` is a multiple of the packets' width in lane 0: the id that packets begin anew along.
  bool isMultipleInLaneZero(const llvm::Value &value) const {
    return rowLength == 0 ? isLaneId(value) : isIndexInRow(value);
  }
};

/// Returns the length of the rows into which the kernel divides its local ids of dimension 0 by a constant, in code for
/// one local size with one work-item in dimension 2. The length divides the local size and isn't a power of two. If the
/// kernel has several such lengths, returns the one that occurs most often; 0 if there is none.
uint64_t findRowLength(llvm::Function &kernel);

} // namespace weft::compiler

#endif
