// Computes how far apart the values of neighbouring lanes can be.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_LANE_SPREAD_H
#define WEFT_COMPILER_ANALYSIS_LANE_SPREAD_H

#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class Value;
} // namespace llvm

namespace weft::compiler {

class PacketShapes;

/// The greatest difference between the values of neighbouring lanes, if it is known; in bytes for an address. It may
/// also be known for values without a stride, such as the lesser or greater of a strided number and a uniform one. An
/// example is the first column of a filter's window around each work-item, which must not be outside the image: from
/// lane to lane, this column changes by the stride or not at all. In loops, lanes are compared in the same iteration.
/// The result is for estimates only, as it ignores that numbers may wrap.
std::optional<uint64_t> laneSpread(const llvm::Value &value, const PacketShapes &shapes,
                                   const llvm::DataLayout &layout);

} // namespace weft::compiler

#endif
