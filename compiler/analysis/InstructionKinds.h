// Tells apart the instructions that packets run in different ways, by the instruction alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_INSTRUCTION_KINDS_H
#define WEFT_COMPILER_ANALYSIS_INSTRUCTION_KINDS_H

namespace llvm {
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// Returns whether `instruction`, applied to vectors, does for all lanes what it does for one lane.
bool isElementwise(const llvm::Instruction &instruction);
/// Returns whether `instruction` moves elements between vectors and scalars, or casts the bits of a vector to another
/// type.
bool isVectorOperation(const llvm::Instruction &instruction);
/// Returns whether each lane must access memory by itself, because `instruction` is atomic or volatile and one vector
/// access can't replace it.
bool needsPerLaneAccess(const llvm::Instruction &instruction);
/// Returns whether `instruction` only states a fact about a scalar, for example a lifetime or an assumption. It is
/// dropped if the scalar becomes a vector.
bool isMarker(const llvm::Instruction &instruction);
bool isPrefetch(const llvm::Instruction &instruction);

} // namespace weft::compiler

#endif
