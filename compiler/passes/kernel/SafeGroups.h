// Gives groups that need no checks a version of the kernel without checks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SAFE_GROUPS_H
#define WEFT_COMPILER_PASSES_KERNEL_SAFE_GROUPS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::compiler {

/// Makes two versions of the kernel's body. If `areSafe`, an i1 that is computed in the entry block, is true, a group
/// runs the body as it is. Other groups run a copy of the body, to which the caller adds the checks. `entry` points to
/// the entry block's end, both before and after the call. `copies` maps each instruction of the body to its copy.
void versionForSafeGroups(llvm::Function &kernel, llvm::IRBuilder<> &entry, llvm::Value *areSafe,
                          llvm::ValueToValueMapTy &copies);

/// Returns the branch that versionForSafeGroups has made in the kernel; safe groups take its first successor. Null if
/// versionForSafeGroups has not changed the kernel.
llvm::BranchInst *safeGroupsBranch(llvm::Function &kernel);

} // namespace weft::compiler

#endif
