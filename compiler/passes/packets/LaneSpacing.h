// Finds accesses to rows: each work-item has a row of its own, away from the rows of its neighbours.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_LANE_SPACING_H
#define WEFT_COMPILER_PASSES_PACKETS_LANE_SPACING_H

#include <cstdint>

#include "codegen/TargetProfile.h"

namespace llvm {
class DataLayout;
class Instruction;
} // namespace llvm

namespace weft::compiler {

class PacketShapes;

/// Returns whether `access` is a simple load or store of scalars, or of vectors without gaps, in global, constant or
/// local memory. Accesses to the lanes' rows are of this kind.
bool isPlainAccess(const llvm::Instruction &access, const llvm::DataLayout &layout);

/// Returns whether `access` is plain and the lanes' elements are further apart than vectors and shuffles cover
/// (PacketInterleaveGroup: of scalars), or their distance is unknown (laneSpread).
bool hasDistantLanes(const llvm::Instruction &access, const PacketShapes &shapes, const llvm::DataLayout &layout,
                     const TargetProfile &profile);

/// Returns whether `access` is plain and the lanes access scalars that lie a few elements apart, which vectors and
/// shuffles cover (PacketInterleaveGroup). Examples are one member of structs, or one channel of pixels.
bool isInterleavedAccess(const llvm::Instruction &access, const PacketShapes &shapes, const llvm::DataLayout &layout,
                         const TargetProfile &profile);

/// Returns how many bytes the lanes' rows may have without an overlap: the distance between lanes, if it is known.
int64_t maxRunBytes(const llvm::Instruction &access, const PacketShapes &shapes);

} // namespace weft::compiler

#endif
