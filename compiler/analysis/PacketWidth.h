// How many work-items a kernel's packets have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_PACKET_WIDTH_H
#define WEFT_COMPILER_ANALYSIS_PACKET_WIDTH_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

struct TargetProfile;

/// Whether the kernel, whose ids have been lowered, asks for those of dimension 0 alone.
bool usesOneDimension(const llvm::Function &kernel);

/// Whether each launch can have groups that are long along any dimension. Where ids are wide there is no other code for
/// ranges that are short along the best one.
bool mayBeCutAnew(const llvm::Function &kernel);

/// The width for a kernel whose ids have been lowered. With two registers for each value there are two chains of
/// instructions, of which one computes while the other waits for results: what only computes, with numbers of 32 bits,
/// takes 0.6 to 0.9 of the time. Loops that access memory are bound by that or have registers enough in use, and so
/// have kernels with many numbers at a time, as where a private array has become values. With many numbers of 64 bits,
/// two registers each at the usual width, packets have half of that. Where groups are known to have fewer work-items in
/// dimension 0 than packets usually do, packets have no more than these.
unsigned choosePacketWidth(const llvm::Function &kernel, const TargetProfile &profile);

} // namespace weft::compiler

#endif
