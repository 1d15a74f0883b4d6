// The parts of a TargetProfile that an architecture's own file knows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_TARGET_ARCHITECTURES_H
#define WEFT_COMPILER_CODEGEN_TARGET_ARCHITECTURES_H

#include "codegen/TargetProfile.h"

namespace llvm {
class MCSubtargetInfo;
} // namespace llvm

namespace weft::compiler {

/// Each function takes a profile with LLVM's knowledge of the CPU, and sets the values that the architecture knows
/// better.
void describeX86(TargetProfile &profile, const llvm::MCSubtargetInfo &subtarget);
void describeAArch64(TargetProfile &profile, const llvm::MCSubtargetInfo &subtarget);

/// The cycles that were measured on x86.
TargetProfile::Cycles cyclesOfX86();

} // namespace weft::compiler

#endif
