// Gives groups that need no checks a version of the kernel without checks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SAFE_GROUPS_H
#define WEFT_COMPILER_PASSES_KERNEL_SAFE_GROUPS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::compiler {

/// Makes two versions of the kernel's body. `areSafe` is an i1 that is computed in the entry block. A safe group, for
/// which it is true, runs the original body. All other groups run a copy of the body, to which the caller adds checks.
/// `entry` must insert at the entry block's end, and does so again after the call. `copies` maps each instruction of
/// the body to its copy.
void versionForSafeGroups(llvm::Function &kernel, llvm::IRBuilder<> &entry, llvm::Value *areSafe,
                          llvm::ValueToValueMapTy &copies);

/// Returns the branch that versionForSafeGroups has created before the kernel's two versions. Groups that run the
/// version without checks take its first successor. Returns null if versionForSafeGroups has not changed the kernel.
llvm::BranchInst *safeGroupsBranch(llvm::Function &kernel);

} // namespace weft::compiler

#endif
