// Computes how many vector registers hold one value of a given type for each lane of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_PACKET_TYPES_H
#define WEFT_COMPILER_ANALYSIS_PACKET_TYPES_H

#include "codegen/TargetProfile.h"

namespace llvm {
class Type;
} // namespace llvm

namespace weft::compiler {

/// The number of vector registers that hold a packet's values of `type`, for an access or an operation
/// (TargetProfile::laneBits).
double registersForPacket(const llvm::Type &type, TargetProfile::Cycles cycles);

/// The number of elements of a vector type; 1 for a scalar type, 0 for void.
double elementsOf(const llvm::Type &type);

} // namespace weft::compiler

#endif
