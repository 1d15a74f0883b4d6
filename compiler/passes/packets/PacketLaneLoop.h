// What has no form for vectors, run for one lane of a packet after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_LANE_LOOP_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_LANE_LOOP_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace weft::compiler {

/// The lanes of each element of a value that is a vector or a struct for a single work-item, or of a scalar as the one.
using PacketElements = llvm::SmallVector<llvm::Value *, 4>;

/// What `value`, an operand, is in `lane` (i64), made where the builder stands.
using ValueInLane =
    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane)>;

/// Runs copies of `instruction` in a loop over the lanes of `mask`, in front of it; it is left for the caller to erase.
/// Returns the lanes of its result, none if it has none. Splits the block. A loop that `isRare` stays short.
PacketElements runForEachLane(llvm::Instruction &instruction, ValueInLane inLane, llvm::Value *mask,
                              bool isRare = false);

/// A copy of `instruction` for one lane.
llvm::Instruction *runForLane(llvm::IRBuilder<> &builder, const llvm::Instruction &instruction, ValueInLane inLane,
                              llvm::Value *lane);

} // namespace weft::compiler

#endif
