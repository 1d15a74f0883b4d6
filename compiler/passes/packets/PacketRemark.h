// Says what became of an instruction, for whoever asks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_REMARK_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_REMARK_H

namespace llvm {
class Instruction;
class Twine;
} // namespace llvm

namespace weft::compiler {

/// A remark of packetise with the instruction's place in the source.
void remarkOn(const llvm::Instruction &instruction, const llvm::Twine &sentence);

} // namespace weft::compiler

#endif
