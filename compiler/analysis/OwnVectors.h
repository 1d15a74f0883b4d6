// Whether a work-item's own vectors make better use of the registers than lanes would.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_OWN_VECTORS_H
#define WEFT_COMPILER_ANALYSIS_OWN_VECTORS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

struct TargetProfile;

/// Whether the kernel, one for a work-item with its vectors whole, has a loop that carries more elements of vectors
/// from trip to trip than there are registers, though the vectors themselves would fit: a tile of sums of a product of
/// matrices. On packets each element is a vector of lanes, and most of them would be in memory. Loops in nests with
/// barriers don't count: there values that work-items carry are in memory anyway.
bool fillsRegistersByItself(const llvm::Function &kernel, const TargetProfile &profile);

} // namespace weft::compiler

#endif
