// Gives the kernel the signature of the kernel ABI and reads its arguments from the argument block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_BIND_ARGUMENTS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_BIND_ARGUMENTS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces the kernel's parameters by (launch, group), and its arguments by loads from WeftLaunch::args.
/// Why: an executor calls every kernel alike, and arguments become loads that all work-items share.
/// Requires: a module as inline-work-item-calls leaves it.
/// Guarantees: the kernel is `void (ptr launch, ptr group)`; the loads are invariant and in the entry block; a struct
/// passed by value is copied where the kernel writes to it; a local pointer is the group's local memory plus the
/// offset that stands in the argument block; the load of another pointer carries its number (weft.buffer); an image's
/// load names its format if that is known (weft.image), a sampler that is known is a constant; `restrict` survives as
/// alias scopes. Offsets: ArgumentLayout.h.
///
///   define void @k(ptr addrspace(1) %x, i32 %n)        define void @k(ptr %launch, ptr %group) {
///     ...                                         =>     %args = load ptr, ptr %launch
///                                                        %x = load ptr addrspace(1), ptr %args
///                                                        %n.slot = getelementptr i8, ptr %args, i64 8
///                                                        %n = load i32, ptr %n.slot
class BindArgumentsPass : public llvm::PassInfoMixin<BindArgumentsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
