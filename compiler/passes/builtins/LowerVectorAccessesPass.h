// Replaces calls of vloadN and vstoreN by loads and stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_VECTOR_ACCESSES_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_VECTOR_ACCESSES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: turns calls of vloadN and vstoreN (OpenCL C 3.0, section 6.15.7) into loads and stores of vectors that have
/// the alignment of one element. Calls of vload_half, vstore_half and similar functions become loads and stores with a
/// conversion from or to float. Calls stay if they store a double as half, or round to half in another mode than to
/// nearest.
/// Why: later passes see which memory is accessed, and the functions needn't be linked and inlined. A packet can then
/// load the vectors of neighbouring work-items together.
/// Requires: spir64's mangled names.
/// Guarantees: nothing but these calls changes.
///
///   %v = call <4 x float> @_Z6vload4mPU3AS1Kf(i64 %i, ptr addrspace(1) %p)
/// =>
///   %offset = mul i64 %i, 4
///   %place = getelementptr float, ptr addrspace(1) %p, i64 %offset
///   %v = load <4 x float>, ptr addrspace(1) %place, align 4
class LowerVectorAccessesPass : public llvm::PassInfoMixin<LowerVectorAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
