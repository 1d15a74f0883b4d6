// Steps that make a module one for the host, but for what LLVM's optimisation does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_HOST_STEPS_H
#define WEFT_COMPILER_PIPELINE_HOST_STEPS_H

#include "pipeline/Attempt.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Gives the module the target's triple and data layout. *Requires* pointers in address space 0 alone.
void retarget(llvm::Module &module, const llvm::TargetMachine &target);

/// The same CPU and calling convention for all functions, or LLVM would not inline one into the other.
void setFunctionTargets(llvm::Module &module, const llvm::TargetMachine &target, Attempt attempt);

} // namespace weft::compiler

#endif
