// Gives the kernel the kernel ABI's signature: its arguments and variables are in memory that the launch provides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_BIND_LAUNCH_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_BIND_LAUNCH_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives the kernel the two parameters `launch` and `group` instead of its own. Each use of an old parameter
/// becomes a use of a value that is loaded from WeftLaunch::args. Local and program variables become addresses in
/// memory that the group and the launch provide (VariableAddresses.h).
/// Why: an executor calls every kernel with the same signature, and an argument becomes a load that all work-items
/// share.
/// Requires: a module as inline-work-item-calls leaves it.
/// Guarantees: the kernel is `void (ptr launch, ptr group)`; the loads of arguments are invariant and in the entry
/// block. If the kernel writes to a struct that was passed by value, it writes to a private copy. A local pointer is
/// the group's local memory plus the offset that the argument block holds. The load of the address of a buffer carries
/// the argument's number (weft.buffer). The load of an image carries the image's format (weft.image), if the format is
/// known; a sampler whose value is known is a constant. Alias scopes on the accesses replace `restrict`.
/// ArgumentLayout.h defines the offsets in the argument block. No variable of address space 3 is left, and none with
/// the metadata weft.program.offset.
///
///   define void @k(ptr addrspace(1) %x, i32 %n)        define void @k(ptr %launch, ptr %group) {
///     ...                                         =>     %args = load ptr, ptr %launch
///                                                        %x = load ptr addrspace(1), ptr %args
///                                                        %n.slot = getelementptr i8, ptr %args, i64 8
///                                                        %n = load i32, ptr %n.slot
class BindLaunchPass : public llvm::PassInfoMixin<BindLaunchPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
