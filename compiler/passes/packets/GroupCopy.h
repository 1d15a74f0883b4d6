// Copies what a kernel does for groups of which more is known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_GROUP_COPY_H
#define WEFT_COMPILER_PASSES_PACKETS_GROUP_COPY_H

#include <cstddef>

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace weft::compiler {

using Blocks = llvm::SmallSetVector<llvm::BasicBlock *, 16>;

/// `first` and all behind it.
Blocks reachedFrom(llvm::BasicBlock &first);

/// Puts a barrier at the head of `block`, and marks it and all that are behind it weft-cold.
void markSeldom(llvm::BasicBlock &block);

/// What only groups run that have no code of their own: all behind barriers that are marked weft-cold.
Blocks seldomRun(llvm::Function &kernel);

/// The instructions in them.
size_t lengthOf(const Blocks &blocks);

/// Whether `blocks` and a copy of them can each have variables of its own: nothing else uses the kernel's, and no
/// barrier makes them ones of memory, where they would take twice the room.
bool canHaveOwnVariables(llvm::Function &kernel, const Blocks &blocks);

/// Copies `blocks`, of which `before` enters `first`, and their variables. Nothing enters the copy but the block that
/// is returned, which `suffix` is part of the name of, and which nothing enters yet. `copies` says what stands for
/// values; what it says before is kept.
llvm::BasicBlock &copyForGroups(llvm::Function &kernel, const Blocks &blocks, llvm::BasicBlock &before,
                                llvm::BasicBlock &first, const llvm::Twine &suffix, llvm::ValueToValueMapTy &copies);

} // namespace weft::compiler

#endif
