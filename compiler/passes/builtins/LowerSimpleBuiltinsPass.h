// Replaces calls of builtins that are one or two instructions by these instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_SIMPLE_BUILTINS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_SIMPLE_BUILTINS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: turns calls of builtins such as min, max, clamp, abs, mul24, rotate, select, fma, fmin or fabs (OpenCL C 3.0,
/// sections 6.15.2 to 6.15.6) into instructions and intrinsics of LLVM, on scalars and vectors. The table in the .cpp
/// lists them. Most conversions (SimpleConversions.h) and permutations by constants (ConstantShuffles.h) are lowered as
/// well, and powers by small constants become multiplications (ConstantPowers.h). Calls that stay and access no memory
/// are no longer convergent, unless they are collectives: loops with them may be unrolled.
/// Why: every later pass understands instructions. A conditional expression of two calls stays two blocks, on which the
/// lanes of a packet diverge; a conditional expression of two instructions becomes a select. Passes see that an address
/// that mad24 computes is contiguous.
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
