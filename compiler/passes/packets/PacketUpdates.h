// Lanes of a packet that update one place in memory do so together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_UPDATES_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_UPDATES_H

namespace llvm {
class AtomicRMWInst;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace weft::compiler {

class PacketShapes;

/// Whether one update can stand for those of all lanes: they are of one place, the operation doesn't depend on the
/// order, and what each lane would have found is not asked for, or can be told as all lanes add the same.
bool canCombineLanes(const llvm::AtomicRMWInst &update, const PacketShapes &shapes);

/// Makes that update, for the lanes of `mask` with these operands. The result is what each lane finds, as if they had
/// come one after the other; null if nobody asks.
llvm::Value *combineLanes(llvm::IRBuilderBase &builder, const llvm::AtomicRMWInst &update, llvm::Value *operands,
                          llvm::Value *mask);

} // namespace weft::compiler

#endif
