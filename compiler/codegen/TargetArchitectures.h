// The parts of a TargetProfile that an architecture's own file knows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_TARGET_ARCHITECTURES_H
#define WEFT_COMPILER_CODEGEN_TARGET_ARCHITECTURES_H

#include "codegen/TargetProfile.h"

namespace llvm {
class MCSubtargetInfo;
} // namespace llvm

namespace weft::compiler {

/// Each sets what its architecture knows better, of a profile that has what LLVM knows of the CPU.
void describeX86(TargetProfile &profile, const llvm::MCSubtargetInfo &subtarget);
void describeAArch64(TargetProfile &profile, const llvm::MCSubtargetInfo &subtarget);

/// Those that were measured on x86.
TargetProfile::Cycles cyclesOfX86();

} // namespace weft::compiler

#endif
