// What has no form for vectors, run for one lane of a packet after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_LANE_LOOP_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_LANE_LOOP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace weft::compiler {

/// The lanes of each element of a value that is a vector or a struct for a single work-item, or of a scalar as the one.
using PacketElements = llvm::SmallVector<llvm::Value *, 4>;

/// Runs copies of `instruction` in a loop over the lanes of `mask`, in front of it; it is left for the caller to erase.
/// `operands` are the lanes of its operands, none where all lanes have the same. Returns the lanes of its result, none
/// if it has none. Splits the block.
PacketElements runForEachLane(llvm::Instruction &instruction, llvm::ArrayRef<PacketElements> operands,
                              llvm::Value *mask);

} // namespace weft::compiler

#endif
