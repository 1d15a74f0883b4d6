// Replaces calls of builtins that are one or two instructions by these instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_SIMPLE_BUILTINS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_SIMPLE_BUILTINS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: turns calls of builtins such as min, max, clamp, abs, mul24, rotate, select, fma, fmin or fabs (OpenCL C 3.0,
/// sections 6.15.2 to 6.15.6) into instructions and intrinsics of LLVM, on scalars and vectors. The table in the .cpp
/// lists them. The pass also lowers the relational functions (RelationalBuiltins.h), functions with a second result
/// (ResultsThroughPointers.h), most conversions (SimpleConversions.h) and permutations by constants
/// (ConstantShuffles.h). Powers by small constants become multiplications (ConstantPowers.h). A call that stays loses
/// the attribute convergent if its function accesses no memory and is no collective, so that LLVM may unroll loops that
/// contain the call.
/// Why: later passes understand instructions, but not calls. In a conditional expression, LLVM turns two instructions
/// into a select, but leaves two calls in two blocks, where the lanes of a packet diverge. And if mad24 computes an
/// index, later passes see how the addresses of neighbouring work-items differ.
/// Requires: spir64's mangled names.
/// Guarantees: nothing but these calls changes.
///
///   %low = call i32 @_Z3minjj(i32 %a, i32 %b)
/// =>
///   %low = call i32 @llvm.umin.i32(i32 %a, i32 %b)
class LowerSimpleBuiltinsPass : public llvm::PassInfoMixin<LowerSimpleBuiltinsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
