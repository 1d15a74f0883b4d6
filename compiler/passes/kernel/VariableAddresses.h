// Turns local and program variables into addresses in memory that the group and the launch provide.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_VARIABLE_ADDRESSES_H
#define WEFT_COMPILER_PASSES_KERNEL_VARIABLE_ADDRESSES_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Turns each variable of the local address space into an address in WeftGroup::localMemory. If they stayed global
/// variables, groups that run at the same time would share them. The attribute weft-local-bytes gives their total size,
/// a multiple of WEFT_MEMORY_ALIGNMENT.
///
///   load float, ptr addrspace(3) @k.tile   =>   %local.memory = load ptr, ptr %group.localMemory
///                                               %k.tile = addrspacecast ... to ptr addrspace(3)
///                                               load float, ptr addrspace(3) %k.tile
void bindLocalVariables(llvm::Function &kernel);

/// Turns each variable to which linking gave an offset in program memory (frontend/ProgramVariables.h) into an address
/// in WeftLaunch::programMemory. The variables can't be in the kernel's shared object: the kernels of a program, each
/// of which is a shared object of its own, share them, and two program objects that use the same shared object don't.
void bindProgramVariables(llvm::Function &kernel);

} // namespace weft::compiler

#endif
