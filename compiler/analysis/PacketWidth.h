// Chooses how many work-items a kernel's packets have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_PACKET_WIDTH_H
#define WEFT_COMPILER_ANALYSIS_PACKET_WIDTH_H

#include "analysis/PacketMapping.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

struct TargetProfile;

/// Whether the kernel uses ids of no other dimension than `dimension`. Its ids must have been lowered to
/// weft.local.id.N.
bool usesOneDimension(const llvm::Function &kernel, unsigned dimension = 0);

/// Whether each launch may divide its range into groups that are long along any dimension. A kernel that observes its
/// groups, or is compiled with checks for errors, forbids that. A kernel with wide ids does too, because it has no
/// second version of its code for ranges that are short along the dimension of its packets.
bool canRepartitionGroups(const llvm::Function &kernel);

/// The packet width for a kernel whose ids have been lowered to weft.local.id.N. A kernel that mostly computes with
/// numbers of 32 bits gets packets of two registers for each value. While one of the two chains of instructions waits
/// for results, the other computes, so the kernel takes 0.6 to 0.9 of the time. Kernels whose loops access memory keep
/// one register for each value, as memory bounds their time. So do kernels with many live values, for instance if a
/// private array has become values: a second register for each value would be spilled. Kernels with many numbers of 64
/// bits, which need two registers each at the usual width, get packets of half that width. If groups are known to have
/// at most half as many work-items in dimension 0 as a usual packet has lanes, packets have that number of lanes,
/// rounded up to a power of two. `mapping` says along which dimension packets lie.
unsigned choosePacketWidth(const llvm::Function &kernel, const TargetProfile &profile, PacketMapping mapping = {});

/// Whether packets of the widest width may suit the kernel: the target has a wider width than the usual one, groups
/// fill most lanes of such packets, and the kernel's values fit the registers.
bool allowsWidest(const llvm::Function &kernel, const TargetProfile &profile, PacketMapping mapping);

} // namespace weft::compiler

#endif
