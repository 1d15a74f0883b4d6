// Combines the atomic updates that the lanes of a packet make to one address into a single update.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_UPDATES_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_UPDATES_H

namespace llvm {
class AtomicRMWInst;
class IRBuilderBase;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Inserts one update that replaces the updates of the active lanes of `mask`. The lanes' operands are `operands`.
/// Returns the old value that each lane finds, as if the lanes had run one after the other, or null if the old value is
/// unused.
llvm::Value *combineLanes(llvm::IRBuilderBase &builder, const llvm::AtomicRMWInst &update, llvm::Value *operands,
                          llvm::Value *mask);

} // namespace weft::compiler

#endif
