// Chooses how many work-items a kernel's packets have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_PACKET_WIDTH_H
#define WEFT_COMPILER_ANALYSIS_PACKET_WIDTH_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

struct TargetProfile;

/// Whether the kernel, whose ids have been lowered, uses the ids of dimension 0 alone.
bool usesOneDimension(const llvm::Function &kernel);

/// Whether each launch can choose groups that are long along any dimension. False for a kernel with wide ids, because
/// it has no second version of its code for ranges that are short along the best dimension.
bool canRepartitionGroups(const llvm::Function &kernel);

/// The packet width for a kernel whose ids have been lowered. A kernel that mostly computes with numbers of 32 bits
/// gets packets of two registers for each value. While one of the two chains of instructions waits for results, the
/// other computes, so the kernel takes 0.6 to 0.9 of the time. Kernels whose loops access memory keep one register for
/// each value, as memory bounds their time. So do kernels with many live values, for instance if a private array has
/// become values: a second register for each value would be spilled. Kernels with many numbers of 64 bits, which need
/// two registers each at the usual width, get packets of half that width. If groups are known to have fewer
/// work-items in dimension 0 than a usual packet, packets have no more lanes than these groups have.
unsigned choosePacketWidth(const llvm::Function &kernel, const TargetProfile &profile);

} // namespace weft::compiler

#endif
