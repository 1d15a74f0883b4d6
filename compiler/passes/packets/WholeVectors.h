// Whether vectors of the program are better left whole than taken apart for packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_WHOLE_VECTORS_H
#define WEFT_COMPILER_PASSES_PACKETS_WHOLE_VECTORS_H

namespace llvm {
class Function;
class LoopInfo;
} // namespace llvm

namespace weft::compiler {

class BuiltinLibrary;
struct TargetProfile;

/// Whether the kernel, one for a work-item, takes less time so than on packets of `width` work-items, as it does little
/// more than load, change and store vectors: each is an instruction's work as it is, and turned in registers twice for
/// packets, which takes the longer the more elements it has. Of kernels without loops, barriers and functions of the
/// library. `width` is at most the usual one, which estimates are for.
bool areWholeVectorsQuicker(llvm::Function &kernel, const llvm::LoopInfo &loops, unsigned width,
                            const BuiltinLibrary &builtins, const TargetProfile &profile);

} // namespace weft::compiler

#endif
