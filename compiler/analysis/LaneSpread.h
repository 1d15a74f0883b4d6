// How far apart neighbouring lanes' values can be.
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

/// The most by which `value` changes from a lane to the next one, if that is known; in bytes for an address. Also knows
/// values without a stride, such as the lesser or greater of a strided number and a uniform one. An example is the
/// first column of a window around each work-item, which ends at the image's border: it changes by the stride or not at
/// all. In loops, compares lanes in the same iteration. Ignores numbers that wrap, so this is for estimates alone.
std::optional<uint64_t> laneSpread(const llvm::Value &value, const PacketShapes &shapes,
                                   const llvm::DataLayout &layout);

} // namespace weft::compiler

#endif
