// Computes how many registers a packet of values of one type needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_PACKET_TYPES_H
#define WEFT_COMPILER_ANALYSIS_PACKET_TYPES_H

#include "codegen/TargetProfile.h"

namespace llvm {
class Type;
} // namespace llvm

namespace weft::compiler {

/// The number of registers that an access to, or an operation on, a packet of values of `type` uses; see
/// TargetProfile::laneBits.
double registersForPacket(const llvm::Type &type, TargetProfile::Cycles cycles);

/// The number of elements of a vector type; 1 for a scalar type, 0 for void.
double elementsOf(const llvm::Type &type);

} // namespace weft::compiler

#endif
