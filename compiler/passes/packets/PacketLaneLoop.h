// Runs an instruction that has no vector form for one lane of a packet after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_LANE_LOOP_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_LANE_LOOP_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

#include "recipes/WidenedValues.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Returns the value that an operand, `value`, has in lane `lane` (i64), and inserts the code for it at `builder`.
using ValueInLane =
    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *lane)>;

/// Inserts, before `instruction`, a loop that runs a copy of `instruction` for each active lane of `mask`. The caller
/// erases `instruction` itself. Returns the lanes of its result, or nothing if it has no result. Splits the block. If
/// `isRare`, the loop isn't unrolled, so that its code stays short.
PacketElements emitLaneLoop(llvm::Instruction &instruction, ValueInLane inLane, llvm::Value *mask, bool isRare = false);

/// Inserts a copy of `instruction` for one lane.
llvm::Instruction *cloneForLane(llvm::IRBuilder<> &builder, const llvm::Instruction &instruction, ValueInLane inLane,
                                llvm::Value *lane);

} // namespace weft::compiler

#endif
