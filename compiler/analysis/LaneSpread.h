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
/// example is the first column of a window around each work-item, which ends at the image's border: from lane to lane,
/// the column changes by the stride or not at all. In loops, compares lanes in the same iteration. Ignores that numbers
/// may wrap, so the result is for estimates only.
std::optional<uint64_t> laneSpread(const llvm::Value &value, const PacketShapes &shapes,
                                   const llvm::DataLayout &layout);

} // namespace weft::compiler

#endif
