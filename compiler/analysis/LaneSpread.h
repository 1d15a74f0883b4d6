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

/// By how much `value` changes at most from a lane to the next one, if that is known; in bytes for an address. Also of
/// values without a stride: the lesser or greater of a strided number and a uniform one, as the first column of a
/// window around each work-item, which ends with the image, changes by the stride or not at all. In loops, of lanes in
/// the same trip. Numbers that wrap are left out of account, so this is for estimates alone.
std::optional<uint64_t> laneSpread(const llvm::Value &value, const PacketShapes &shapes,
                                   const llvm::DataLayout &layout);

} // namespace weft::compiler

#endif
