// Brings a kernel into the form that packets are made from, and clears away what is left of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_PREPARATION_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_PREPARATION_H

namespace llvm {
class Function;
}

namespace weft::compiler {

/// Afterwards the kernel has one return and no switch; loops have one entry, one latch, one exit and, where that copies
/// little, their condition at the end; where lanes of a
/// packet may part, one way leads to code that some of them run and the other past it, and where they leave a loop at
/// different times, the latch is where they do; values go out of loops through phis at the exit; vectors are scalars.
/// Branches that all lanes of a packet take alike stay as they are.
void prepareForPackets(llvm::Function &kernel);

/// Clears away what vectors have replaced.
void cleanUpPackets(llvm::Function &kernel);

} // namespace weft::compiler

#endif
