// Tells groups that can't leave memory from others, and gives them code of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SAFE_GROUPS_H
#define WEFT_COMPILER_PASSES_KERNEL_SAFE_GROUPS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::compiler {

/// Part of a kernel's entry block's way, if all that `conditions` say (i1s, computed there) holds: the kernel's body as
/// it is; else a copy of it. `entry` stands at the entry block's end, before and after. `copies` says what each
/// instruction of the body is in the copy.
void separateSafeGroups(llvm::Function &kernel, llvm::IRBuilder<> &entry, llvm::Value *areSafe,
                        llvm::ValueToValueMapTy &copies);

} // namespace weft::compiler

#endif
