// Decides whether vectors of OpenCL C are better left whole than split for packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SCHEDULE_WHOLE_VECTORS_H
#define WEFT_COMPILER_SCHEDULE_WHOLE_VECTORS_H

#include "analysis/PacketMapping.h"

namespace llvm {
class Function;
class LoopInfo;
} // namespace llvm

namespace weft::compiler {

class BuiltinLibrary;
struct TargetProfile;

/// Returns whether the kernel, which is for one work-item, takes less time as it is than on packets of `width`
/// work-items. This holds if the kernel does little more than load, change and store vectors. Without packets, each of
/// these steps is one instruction. On packets each vector is transposed in registers twice, which takes longer the more
/// elements it has. The function returns true only for kernels without loops, barriers and calls of library functions.
/// `width` must be at most the usual width, for which the estimates are made.
bool areWholeVectorsQuicker(llvm::Function &kernel, const llvm::LoopInfo &loops, unsigned width, PacketMapping mapping,
                            const BuiltinLibrary &builtins, const TargetProfile &profile);

} // namespace weft::compiler

#endif
