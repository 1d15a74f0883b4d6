// Finds kernels that use the cache better if their work-groups are square tiles of the global range.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_FIND_TILES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_FIND_TILES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives a kernel the attribute weft-prefers-tiles if square groups use the cache better than long ones. This
/// holds if neighbours along one dimension share the cache lines of some accesses, while neighbours along another
/// dimension share the cache lines of other accesses. A kernel that transposes a matrix is an example, because it reads
/// rows and writes columns. Another is a kernel that samples an image between its texels.
/// Why: if a launch leaves the local size open, the runtime chooses it, and chooses tiles for kernels with the
/// attribute. If it chose groups that are long rows of work-items, a cache line would leave the first-level cache
/// before the next group needs it. A transposition then takes two to five times as long.
/// Requires: ids lowered to weft.local.id.N, buffers in their address spaces, calls of OpenCL's builtins not lowered
/// yet.
/// Guarantees: nothing but the attribute changes. A kernel that doesn't sample images gets no attribute if neighbours
/// along one dimension share the cache line of each access. Code whose local size is fixed in dimension 1 gets no
/// attribute either.
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
