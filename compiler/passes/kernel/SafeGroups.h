// Gives groups of which nothing has to be asked code of their own, apart from others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SAFE_GROUPS_H
#define WEFT_COMPILER_PASSES_KERNEL_SAFE_GROUPS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::compiler {

/// Where `areSafe` holds, an i1 that is computed in the entry block, groups run the kernel's body as it is; others run
/// a copy of it. `entry` stands at the entry block's end, before and after. `copies` says what each instruction of the
/// body is in the copy.
void separateSafeGroups(llvm::Function &kernel, llvm::IRBuilder<> &entry, llvm::Value *areSafe,
                        llvm::ValueToValueMapTy &copies);

/// In a kernel that separateSafeGroups has changed, the branch that it has made: safe groups take the first way. Else
/// null.
llvm::BranchInst *branchOfSafeGroups(llvm::Function &kernel);

} // namespace weft::compiler

#endif
