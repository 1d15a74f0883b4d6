// Checks how far apart the elements are that the lanes of a packet access.
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
/// local memory. The passes that unroll loops over contiguous elements and join accesses to them handle only accesses
/// of this kind.
bool isPlainAccess(const llvm::Instruction &access, const llvm::DataLayout &layout);

/// Returns whether `access` is plain (isPlainAccess), and the lanes' elements are far apart or at an unknown distance
/// (laneSpread). Scalars count as far apart if their distance is too long for access by vectors and shuffles
/// (InterleavedRecipe). Vectors of OpenCL C count as far apart if they aren't contiguous.
bool hasDistantLanes(const llvm::Instruction &access, const PacketShapes &shapes, const llvm::DataLayout &layout,
                     const TargetProfile &profile);

/// Returns whether `access` is plain (isPlainAccess), and the lanes access scalars that lie a few elements apart. A
/// packet accesses such scalars by vectors and shuffles (InterleavedRecipe). Examples are one member of structs, or
/// one channel of pixels.
bool isInterleavedAccess(const llvm::Instruction &access, const PacketShapes &shapes, const llvm::DataLayout &layout,
                         const TargetProfile &profile);

/// Returns how many contiguous bytes each lane can access, from its element on, before it reaches the next lane's
/// element. This is the distance between lanes. If the distance is unknown, there is no limit.
int64_t maxRunBytes(const llvm::Instruction &access, const PacketShapes &shapes);

} // namespace weft::compiler

#endif
