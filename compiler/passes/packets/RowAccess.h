// Which accesses are to rows: each work-item has one of its own, apart from those of its neighbours.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_ROW_ACCESS_H
#define WEFT_COMPILER_PASSES_PACKETS_ROW_ACCESS_H

#include <cstdint>

#include "codegen/TargetProfile.h"

namespace llvm {
class DataLayout;
class Instruction;
} // namespace llvm

namespace weft::compiler {

class PacketShapes;

/// Whether `access` is a simple load or store of numbers, or of vectors without gaps, in global, constant or local
/// memory. The lanes' rows can be of these.
bool isPlainAccess(const llvm::Instruction &access, const llvm::DataLayout &layout);

/// Whether the lanes of a packet make a plain access at places further apart than vectors and shuffles cover
/// (PacketSteps: of scalars), or at a distance of which nothing is known (laneSpread).
bool isRowAccess(const llvm::Instruction &access, const PacketShapes &shapes, const llvm::DataLayout &layout,
                 const TargetProfile &profile);

/// Whether lanes make a plain access to scalars that lie a few elements apart, as vectors and shuffles cover
/// (PacketSteps): to one member of structs, or one channel of pixels.
bool isSteppedAccess(const llvm::Instruction &access, const PacketShapes &shapes, const llvm::DataLayout &layout,
                     const TargetProfile &profile);

/// Bytes that the lanes' rows may have without meeting: the distance from lane to lane where it is known.
int64_t mostRowBytes(const llvm::Instruction &access, const PacketShapes &shapes);

} // namespace weft::compiler

#endif
