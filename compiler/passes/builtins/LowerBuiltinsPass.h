// Replaces calls of builtins that are a few instructions by these instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_BUILTINS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_BUILTINS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: turns calls of builtins into instructions and intrinsics of LLVM: min, max, clamp, abs, mul24, rotate, select,
/// fma, fmin, fabs and others (OpenCL C 3.0, sections 6.15.2 to 6.15.6, by a table in the .cpp); atomic functions on
/// integers (AtomicBuiltins.h); vloadN and vstoreN (VectorAccesses.h); relational functions (RelationalBuiltins.h);
/// functions with a second result (ResultsThroughPointers.h); most conversions (SimpleConversions.h); permutations by
/// constants (ConstantShuffles.h); and powers by small constants (ConstantPowers.h). A call that stays loses the
/// attribute convergent if its function accesses no memory and is no collective, so that LLVM may unroll loops that
/// contain the call.
/// Why: later passes understand instructions, but not calls. They see which memory an instruction accesses, and how the
/// addresses of neighbouring work-items differ if mad24 computes an index. In a conditional expression, LLVM turns two
/// instructions into a select, but leaves two calls in two blocks, where the lanes of a packet diverge. The operations
/// of a packet's lanes on one atomic object can be combined.
/// Requires: spir64's mangled names.
/// Guarantees: nothing but these calls changes.
///
///   %low = call i32 @_Z3minjj(i32 %a, i32 %b)
/// =>
///   %low = call i32 @llvm.umin.i32(i32 %a, i32 %b)
class LowerBuiltinsPass : public llvm::PassInfoMixin<LowerBuiltinsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
