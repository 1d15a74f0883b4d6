// Finds kernels whose groups should be tiles of the range.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_FIND_TILES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_FIND_TILES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks kernels whose work-items find in the same cache lines what their neighbours in more than one dimension
/// do, in each dimension something that the others don't: those that turn a matrix, which read rows and write columns,
/// and those that sample an image at places between its texels.
/// Why: a launch may leave the local size open. Groups that are long rows come back to a line when it has left the
/// first cache; a transposition takes two to five times as long so.
/// Requires: ids lowered to weft.local.id.N, buffers in their address spaces, calls of OpenCL's builtins as they are.
/// Guarantees: nothing but the mark, weft-prefers-tiles, changes. Kernels of which one dimension has all accesses side
/// by side or the same for all have none, nor has code for one local size or for rows.
///
///   %x = call i32 @weft.local.id.0()             define void @turn(..) "weft-prefers-tiles"
///   %y = call i32 @weft.local.id.1()
///   load  float, ptr addrspace(1) %in[%y * %w + %x]    =>
///   store float, ptr addrspace(1) %out[%x * %h + %y]
class FindTilesPass : public llvm::PassInfoMixin<FindTilesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
