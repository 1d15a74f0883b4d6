// Turns a module into one for the host: triple, data layout, and the CPU of each function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_HOST_STEPS_H
#define WEFT_COMPILER_PIPELINE_HOST_STEPS_H

#include "pipeline/Attempt.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Gives the module the target's triple and data layout. *Requires* that all pointers are in address space 0.
void retarget(llvm::Module &module, const llvm::TargetMachine &target);

/// Gives all functions the target's CPU and features, and the C calling convention: otherwise LLVM would not inline
/// functions into each other. After an attempt has failed, also limits LLVM to vectors of 256 bits.
void setFunctionTargets(llvm::Module &module, const llvm::TargetMachine &target, Attempt attempt);

} // namespace weft::compiler

#endif
