// Clones parts of a kernel into a version for groups that pass a test at run time, such as a bounds check.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_GROUP_VERSIONS_H
#define WEFT_COMPILER_PASSES_PACKETS_GROUP_VERSIONS_H

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

/// Returns `first` and all blocks that can be reached from `first`.
Blocks reachableFrom(llvm::BasicBlock &first);

/// Inserts a barrier at the start of `block`. Marks this barrier, and all barriers that can be reached from it,
/// weft-cold: few groups run the code after these barriers.
void markCold(llvm::BasicBlock &block);

/// Returns the blocks that few groups run, because most groups run a specialised version: all blocks with a barrier
/// that is marked weft-cold, and all blocks that can be reached from them.
Blocks findColdBlocks(llvm::Function &kernel);

/// Returns the number of instructions in `blocks`.
size_t instructionCountOf(const Blocks &blocks);

/// Returns whether `blocks` and a copy of `blocks` can each have their own variables (allocas). If the kernel has
/// variables, no code outside `blocks` may use them, and `blocks` may contain no barrier. A barrier would move the
/// variables to memory, where two copies take twice the room.
bool canCloneAllocas(llvm::Function &kernel, const Blocks &blocks);

/// Copies `blocks`, whose first block `first` is entered from `before`, and copies their variables. Returns a new block
/// that is the only entry of the copy. Nothing branches to the new block yet; `suffix` is part of its name. `copies`
/// receives the copy of each value. For values whose entry in `copies` is set by the caller, the copied code uses that
/// entry.
llvm::BasicBlock &cloneForGroups(llvm::Function &kernel, const Blocks &blocks, llvm::BasicBlock &before,
                                 llvm::BasicBlock &first, const llvm::Twine &suffix, llvm::ValueToValueMapTy &copies);

} // namespace weft::compiler

#endif
