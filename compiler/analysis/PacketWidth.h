// How many work-items a kernel's packets have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_PACKET_WIDTH_H
#define WEFT_COMPILER_ANALYSIS_PACKET_WIDTH_H

namespace llvm {
class Function;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// What packets need to know of a CPU. Widths are powers of two.
struct PacketTarget {
  unsigned usual;
  unsigned widest;            ///< for kernels that hardly do anything but compute
  bool permutesBytes = false; ///< of two vectors, in any order, by one instruction (AVX512-VBMI)
};
PacketTarget packetTargetFor(const llvm::TargetMachine &target);

/// What there is for vectors.
struct VectorRegisters {
  unsigned count;
  unsigned bytes; ///< of each
};
VectorRegisters vectorRegistersOf(const llvm::TargetMachine &target);

/// The width for a kernel whose ids have been lowered. With two registers for each value there are two chains of
/// instructions, of which one computes while the other waits for results: what only computes, with numbers of 32 bits,
/// takes 0.6 to 0.9 of the time. Loops that access memory are bound by that or have registers enough in use. Where
/// groups are known to have fewer work-items in dimension 0 than packets usually do, packets have no more than these.
unsigned choosePacketWidth(const llvm::Function &kernel, PacketTarget target);

} // namespace weft::compiler

#endif
