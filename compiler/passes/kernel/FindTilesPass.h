// Finds kernels whose groups should be tiles of the range.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_FIND_TILES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_FIND_TILES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: marks kernels whose work-items share cache lines with their neighbours in more than one dimension, but other
/// lines in each dimension. Examples are kernels that transpose a matrix, which read rows and write columns, and
/// kernels that sample an image between its texels.
/// Why: a launch may leave the local size open. If the runtime chose groups that are long rows of work-items, a cache
/// line would leave the first cache before the next group needs it. A transposition then takes two to five times as
/// long.
/// Requires: ids lowered to weft.local.id.N, buffers in their address spaces, calls of OpenCL's builtins not lowered
/// yet.
/// Guarantees: nothing but the mark, weft-prefers-tiles, changes. A kernel gets no mark if along one dimension all
/// accesses are contiguous or uniform. Code whose local size is fixed in dimension 1 gets no mark either.
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
