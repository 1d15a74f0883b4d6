// The functions by which each architecture's file fills in a TargetProfile.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_TARGET_ARCHITECTURES_H
#define WEFT_COMPILER_CODEGEN_TARGET_ARCHITECTURES_H

#include "codegen/TargetProfile.h"

namespace llvm {
class MCSubtargetInfo;
} // namespace llvm

namespace weft::compiler {

/// Each function gets a profile with general values, and sets the values that the architecture's file knows for the
/// CPU.
void describeX86(TargetProfile &profile, const llvm::MCSubtargetInfo &subtarget);
void describeAArch64(TargetProfile &profile, const llvm::MCSubtargetInfo &subtarget);

/// Returns the cycles that were measured on x86.
TargetProfile::Cycles cyclesOfX86();

} // namespace weft::compiler

#endif
